// SPDX-License-Identifier: MIT
// Max-min: maps the waiting task with the greatest least completion time first, to the resource with that
// time (maheswaran1999). On machines that differ only in speed and load this is the heaviest task, so that
// broker/dynamic_fpltf maps the same, unless rounding makes the dates of different works equal. Ties: such
// tasks by lowest id, resources by lowest number.
#include "mapping_candidate.hpp"

namespace malha::broker {
namespace {

class MaxMin : public Assign {
public:
  std::vector<Assignment> assign(const AssignmentView& view) override {
    if (view.dags != nullptr)
      return map_each(view, [](const MappingCandidate& a, const MappingCandidate& b) {
        return a.least().at > b.least().at;
      });
    return map_waiting(view, [](Untaken& waiting, const Mapping& mapping) {
      return lowest_of_equals(waiting.heaviest(), mapping,
                              [&](const Task& task) { return waiting.below(task.work); });
    });
  }
};

} // namespace

MALHA_POLICY(policy<MaxMin>("broker/max_min", "maps the task first whose least completion time is greatest",
                            "maheswaran1999"))

} // namespace malha::broker
