// SPDX-License-Identifier: MIT
// Dynamic FPLTF (fastest processor to largest task first): maps waiting tasks, heaviest first, each to the
// resource that would end it first, after its running and mapped tasks, at the speed that processes of others
// leave (menasce1995, made dynamic). Tasks that do not start now are mapped again next time. Ties: tasks by
// lowest id, resources by lowest number. broker/max_min maps the same, except for ties by rounded dates.
#include "mapping.hpp"

namespace malha::broker {
namespace {

class DynamicFpltf : public Assign {
public:
  std::vector<Assignment> assign(const AssignmentView& view) override {
    return map_waiting(view, [](Untaken& waiting, const Mapping& mapping) {
      const Task* heaviest = waiting.heaviest();
      return Candidate{heaviest, mapping.least(*heaviest)};
    });
  }
};

} // namespace

MALHA_POLICY(policy<DynamicFpltf>("broker/dynamic_fpltf",
                                  "maps the heaviest task first to the resource that would end it first",
                                  "menasce1995; OSEP thesis, section 2.4"))

} // namespace malha::broker
