// SPDX-License-Identifier: MIT
// Sufferage: of all waiting tasks the one that would lose most if it did not get its best resource is mapped
// first, and gets it: that whose second least completion time minus the least is greatest (maheswaran1999;
// casanova2000). Ties: tasks by lowest id, resources by lowest number; on one resource all tasks tie.
#include "mapping.hpp"

namespace malha::broker {
namespace {

/// The waiting tasks of one work, of which the lowest id comes first, and their two best resources.
struct Claim {
  const Task* task;
  Completion least, second;

  bool comes_before(const Claim& other) const {
    const Seconds mine = second.at - least.at, others = other.second.at - other.least.at;
    return mine != others ? mine > others : task->id < other.task->id;
  }
};

Claim claim_of(const Task& task, const Mapping& mapping) {
  Claim claim{&task, {}, {}};
  for (std::size_t machine = 0; machine < mapping.machines(); ++machine) {
    const Completion here{mapping.completion(task, machine), machine};
    if (here.at < claim.least.at)
      claim.second = std::exchange(claim.least, here);
    else if (here.at < claim.second.at)
      claim.second = here;
  }
  return claim;
}

class Sufferage : public Assign {
public:
  std::vector<Assignment> assign(const AssignmentView& view) override {
    Mapping mapping(view);
    Untaken waiting(view.waiting);
    std::vector<Claim> claims;
    for (auto* task = waiting.lightest(); task != nullptr; task = waiting.above(task->work))
      claims.push_back(claim_of(*task, mapping));
    while (mapping.goes_on() && !claims.empty()) {
      const auto first = std::min_element(claims.begin(), claims.end(),
                                          [](const Claim& a, const Claim& b) { return a.comes_before(b); });
      const Completion given = first->least;
      mapping.map(*first->task, given);
      if (first->task = next_of_its_work(*first->task, waiting); first->task == nullptr) {
        *first = claims.back();
        claims.pop_back();
      }
      // Nothing but that machine has changed, and it ends later: whoever did not want it still does not.
      for (auto& claim : claims)
        if (claim.least.machine == given.machine || claim.second.machine == given.machine)
          claim = claim_of(*claim.task, mapping);
    }
    return mapping.starts();
  }

private:
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
