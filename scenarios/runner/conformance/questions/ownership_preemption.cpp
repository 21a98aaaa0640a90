// SPDX-License-Identifier: MIT
#include "scenarios/runner/conformance/books/pool_drawn.hpp"

#include <algorithm>
#include <set>

namespace malha::conformance {
namespace {

bool does_run(const ownership::User& user, int machine) {
  return std::any_of(user.running.begin(), user.running.end(),
                     [machine](const auto& task) { return task.machine == machine; });
}

bool does_run(const Book& pool, int machine) {
  return std::any_of(pool.users.begin(), pool.users.end(),
                     [machine](const auto& user) { return does_run(user, machine); });
}

/// An answer has the tasks that stop, as [machine, user for whom it is kept], and the free machines that are
/// kept.
class PoolBeforeStops : public GivenPool {
public:
  using Question = ownership::Preempt;

  Json ask(ownership::Preempt& policy, Asking& asking) const {
    const auto pool = next_book(asking);
    const auto decision = asking.ask([&] { return policy.preempt(pool.view()); });
    Json answer{{"stops", Json::array()}, {"keeps", Json::array()}, {"ask_again", decision.ask_again}};
    for (const auto& [machine, user] : decision.stops)
      answer["stops"].push_back({machine, user});
    look_at_shares(pool, decision.stops, asking);
    for (const auto& [machine, user] : decision.keeps)
      answer["keeps"].push_back({machine, user});
    return answer;
  }

  std::string broken_rule(const Json& answer) const {
    const auto pool = book(0);
    std::set<int> taken;
    std::vector<int> unserved;
    for (const auto& user : pool.users)
      unserved.push_back(user.unserved());
    const auto broken = [&](const Json& one) -> std::string {
      const int machine = one.at(0).get<int>(), user = one.at(1).get<int>();
      if (!taken.insert(machine).second)
        return "machine " + std::to_string(machine) + " is kept twice";
      if (user < 0 || user >= static_cast<int>(unserved.size()))
        return "user " + std::to_string(user) + " is not there";
      return unserved[Book::index(user)]-- > 0
                 ? ""
                 : "user " + std::to_string(user) + " has no further ready task";
    };
    for (const auto& one : answer.at("stops"))
      if (!does_run(pool, one.at(0).get<int>()))
        return "machine " + one.at(0).dump() + " runs nothing";
      else if (const auto rule = broken(one); !rule.empty())
        return rule;
    for (const auto& one : answer.at("keeps"))
      if (!pool.free.contains(one.at(0).get<int>()))
        return "machine " + one.at(0).dump() + " is not free";
      else if (const auto rule = broken(one); !rule.empty())
        return rule;
    return "";
  }

private:
  /// Shows which stopped tasks belong to users who hold no more than their share, and which machines go to
  /// users to whom none is owed. A machine that is kept for a user may count for the user or not: a decision
  /// that is within the rule in one of these ways is within it.
  static void look_at_shares(const Book& pool, const std::vector<ownership::Keep>& stops, Asking& asking) {
    auto users = pool.users;
    for (const auto& [machine, receiver] : stops) {
      if (receiver < 0 || receiver >= static_cast<int>(users.size()))
        return; // that breaks a rule
      const double capacity = pool.machines[Book::index(machine)].capacity;
      for (std::size_t user = 0; user < users.size(); ++user)
        if (does_run(pool.users[user], machine)) {
          if (users[user].held + users[user].kept <= users[user].share)
            asking.shows(Trait::stops_within_shares, "it stops a task of user " + std::to_string(user) +
                                                         ", who holds no more than their share");
          users[user].held -= capacity;
        }
      auto& gets = users[Book::index(receiver)];
      if (gets.held >= gets.share)
        asking.shows(Trait::stops_within_shares,
                     "it stops a task for user " + std::to_string(receiver) + ", to whom no machine is owed");
      gets.held += capacity;
    }
  }
};

} // namespace

MALHA_VIEWS(views<PoolBeforeStops>())

} // namespace malha::conformance
