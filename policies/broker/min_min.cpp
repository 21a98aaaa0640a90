// SPDX-License-Identifier: MIT
// Min-min: maps the waiting task with the least completion time first, to the resource with that time
// (maheswaran1999). On machines that differ only in speed and load this is the lightest task.
// Ties: tasks that end at the same date, as rounded, by lowest id, resources by lowest number.
#include "mapping_candidate.hpp"

namespace malha::broker {
namespace {

class MinMin : public Assign {
public:
  std::vector<Assignment> assign(const AssignmentView& view) override {
    if (view.dags != nullptr)
      return map_each(view, [](const MappingCandidate& a, const MappingCandidate& b) {
        return a.least().at < b.least().at;
      });
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
