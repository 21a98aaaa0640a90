// SPDX-License-Identifier: MIT
// Sufferage: maps the waiting task first that would lose most without its best resource: the one with the
// greatest difference of its second least and its least completion time (maheswaran1999; casanova2000). Ties:
// tasks by lowest id, resources by lowest number; on one resource all tasks tie.
#include "mapping_candidate.hpp"

namespace malha::broker {
namespace {

class Sufferage : public Assign {
public:
  std::vector<Assignment> assign(const AssignmentView& view) override {
    if (view.dags != nullptr)
      return map_each(view, [](const MappingCandidate& a, const MappingCandidate& b) {
        return a.sufferage() > b.sufferage();
      });
    Mapping mapping(view);
    Untaken waiting(view.waiting);
    std::vector<MappingCandidate> candidates; // one for each work: of equal tasks the lowest id is first
    for (auto* task = waiting.lightest(); task != nullptr; task = waiting.above(task->work))
      candidates.emplace_back(*task, mapping);
    while (mapping.has_idle_machine() && !candidates.empty()) {
      const auto first = std::min_element(candidates.begin(), candidates.end(), comes_before);
      mapping.map(first->task(), first->least());
      if (const Task* next = next_of_its_work(first->task(), waiting); next != nullptr) {
        first->pass_to(*next);
      } else {
        *first = candidates.back();
        candidates.pop_back();
      }
      for (auto& candidate : candidates)
        candidate.refresh(mapping);
    }
    return mapping.starts();
  }

private:
  static bool comes_before(const MappingCandidate& a, const MappingCandidate& b) {
    return a.sufferage() != b.sufferage() ? a.sufferage() > b.sufferage() : a.task().id < b.task().id;
  }

  static const Task* next_of_its_work(const Task& task, Untaken& waiting) {
    waiting.take(task);
    const Task* next = waiting.from(task.work);
    return next != nullptr && next->work == task.work ? next : nullptr;
  }
};

} // namespace

MALHA_POLICY(policy<Sufferage>("broker/sufferage",
                               "maps the task first that would lose most without its best resource",
                               "maheswaran1999; casanova2000"))

} // namespace malha::broker
