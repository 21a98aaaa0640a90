// SPDX-License-Identifier: MIT
#include "scenarios/runner/conformance/books/pool_drawn.hpp"

#include <set>

namespace malha::conformance {
namespace {

/// An answer is a list of starts, as [user, task, machine].
class PoolBeforeStarts : public GivenPool {
public:
  using Question = ownership::Negotiate;

  Json ask(ownership::Negotiate& policy, Asking& asking) const {
    const auto pool = next_book(asking);
    Json starts = Json::array();
    for (const auto& one : asking.ask([&] { return policy.negotiate(pool.view()); }))
      starts.push_back({one.user, one.task, one.machine});
    return starts;
  }

  std::string broken_rule(const Json& starts) const {
    const auto pool = book(0);
    std::set<int> used;
    std::set<TaskId> started;
    for (const auto& one : starts) {
      const int user = one.at(0).get<int>(), machine = one.at(2).get<int>();
      const auto task = one.at(1).get<TaskId>();
      const bool is_kept = pool.kept.contains(machine);
      if (user < 0 || user >= static_cast<int>(pool.users.size()))
        return "user " + std::to_string(user) + " is not there";
      if (pool.users[Book::index(user)].ready.count(task) == 0 || !started.insert(task).second)
        return "task " + std::to_string(task) + " is not ready";
      if (!is_kept && !pool.free.contains(machine))
        return "machine " + std::to_string(machine) + " is not idle";
      if (is_kept && pool.machines[Book::index(machine)].kept_for != user)
        return "machine " + std::to_string(machine) + " is kept for another";
      if (!used.insert(machine).second)
        return "machine " + std::to_string(machine) + " is given two tasks";
    }
    return "";
  }
};

} // namespace

MALHA_VIEWS(views<PoolBeforeStarts>())

} // namespace malha::conformance
