// SPDX-License-Identifier: MIT
// Min-min: of all waiting tasks the one whose least completion time is least is mapped first, to the resource
// where it has that (maheswaran1999): the lightest one, on machines that differ in speed and load alone.
// Ties: tasks that end as soon, also because dates are rounded, by lowest id, resources by lowest number.
#include "mapping.hpp"

namespace malha::broker {
namespace {

class MinMin : public Assign {
public:
  std::vector<Assignment> assign(const AssignmentView& view) override {
    return map_waiting(view, [](Untaken& waiting, const Mapping& mapping) {
      return lowest_of_equals(waiting.lightest(), mapping,
                              [&](const Task& task) { return waiting.above(task.work); });
    });
  }
};

} // namespace

MALHA_POLICY(policy<MinMin>("broker/min_min", "maps the task first whose least completion time is least",
                            "maheswaran1999"))

} // namespace malha::broker
