// SPDX-License-Identifier: MIT
// Max-min: of all waiting tasks the one whose least completion time is greatest is mapped first, to the
// resource where it has that (maheswaran1999). On machines that differ in speed and load alone that is the
// heaviest task, so that broker/dynamic_fpltf maps the same, except where rounding makes the dates of
// different works equal. Ties: such tasks by lowest id, resources by lowest number.
#include "mapping.hpp"

namespace malha::broker {
namespace {

class MaxMin : public Assign {
public:
  std::vector<Assignment> assign(const AssignmentView& view) override {
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
