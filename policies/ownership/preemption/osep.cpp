// SPDX-License-Identifier: MIT
// The Decision Algorithm of OSEP: while machines are owed to a user with ready tasks, the user who holds most
// beyond their share loses the task with the least executed time, and its machine is kept for the user to
// whom most is owed. At most `maxt` tasks stop in one decision (OSEP, sections 3.2.2.1 and 3.2.2.2). Free
// machines pay debts first: while they suffice nothing stops, since a preemption that a free machine makes
// needless would take more than is due (section 3.2.2.3, B). The listing of the thesis looks neither at free
// machines (free_first=off) nor at whether the user with the largest debt has a ready task (max_over=all).
// With returns=own an owner gets back the machines that they gave (section 1.2, the first model): of all
// tasks of other users on these machines the one with the least executed time stops.
#include "policies/ownership/preemption.hpp"

#include <algorithm>

namespace malha::ownership {
namespace {

/// A user with the changes of the decision so far.
struct Account {
  double owed;
  int unserved;                            ///< ready tasks for which no machine is kept
  RunningTasks::const_iterator next, last; ///< their tasks that have not stopped

  bool is_owed() const { return owed > 0 && unserved > 0; }
};

/// A task of a user that must stop, by its machine.
struct Victim {
  int user, machine;
};

class Osep : public Preempt {
public:
  explicit Osep(const Parameters& parameters)
      : maxt_(parameters.integer("maxt")), literal_max_(parameters.text("max_over") == "all"),
        free_first_(parameters.text("free_first") == "on"),
        returns_own_(parameters.text("returns") == "own") {}

  PreemptionDecision preempt(const PoolView& view) override {
    PreemptionDecision decision;
    stopped_.assign(view.machines.size(), false);
    auto accounts = accounts_of(view);
    double debt = free_first_ ? debt_of(view, accounts) : never;
    const double free = capacity_of_free(view);
    while (static_cast<std::int64_t>(decision.stops.size()) < maxt_ && debt > free) {
      const int receiver = find_receiver(view, accounts);
      if (receiver < 0)
        break;
      const auto victim = returns_own_ ? find_own(view, receiver) : find_excess(view, accounts);
      if (!victim && !returns_own_)
        break;
      if (!victim) { // no task of others is on this owner's machines, but other owners may be served
        accounts[place(receiver)].owed = 0;
        continue;
      }
      stopped_[place(victim->machine)] = true;
      const double capacity = view.machines[place(victim->machine)].capacity;
      accounts[place(victim->user)].owed += capacity;
      auto& gets = accounts[place(receiver)];
      debt -= std::min(capacity, gets.owed);
      gets.owed -= capacity;
      --gets.unserved;
      decision.stops.push_back({victim->machine, receiver});
    }
    return decision;
  }

private:
  static std::size_t place(int number) { return static_cast<std::size_t>(number); }

  static std::vector<Account> accounts_of(const PoolView& view) {
    std::vector<Account> accounts;
    for (const auto& user : view.users)
      accounts.push_back({user.owed(), user.unserved(), user.running.begin(), user.running.end()});
    return accounts;
  }

  /// The capacity that users with ready tasks may ask for, each at most a machine for each task.
  static double debt_of(const PoolView& view, const std::vector<Account>& accounts) {
    double debt = 0;
    for (const auto& account : accounts)
      if (account.is_owed())
        debt += std::min(account.owed, account.unserved * view.mean_capacity);
    return debt;
  }

  static double capacity_of_free(const PoolView& view) {
    double capacity = 0;
    for (const int machine : view.free)
      capacity += view.machines[place(machine)].capacity;
    return capacity;
  }

  /// The user to whom most is owed, or -1 if that user has no use for a machine.
  int find_receiver(const PoolView& view, const std::vector<Account>& accounts) const {
    int found = -1;
    for (int user = 0; user < static_cast<int>(accounts.size()); ++user) {
      const auto& account = accounts[place(user)];
      if (!(literal_max_ ? account.owed > 0 : account.is_owed()))
        continue;
      const double most = found < 0 ? 0 : accounts[place(found)].owed;
      if (account.owed > most || (account.owed == most && comes_first(view, user, found)))
        found = user;
    }
    return found >= 0 && accounts[place(found)].is_owed() ? found : -1;
  }

  /// The task with the least executed time, of the user who holds most beyond their share among those who
  /// stay at or above it without that task.
  std::optional<Victim> find_excess(const PoolView& view, std::vector<Account>& accounts) const {
    std::optional<Victim> found;
    for (int user = 0; user < static_cast<int>(accounts.size()); ++user) {
      auto& account = accounts[place(user)];
      while (account.next != account.last && stopped_[place(account.next->machine)])
        ++account.next;
      if (account.next == account.last ||
          account.owed + view.machines[place(account.next->machine)].capacity > 0)
        continue;
      if (!found || account.owed < accounts[place(found->user)].owed)
        found = Victim{user, account.next->machine};
    }
    return found;
  }

  /// On the machines of the owner, the task of another user with the least executed time.
  std::optional<Victim> find_own(const PoolView& view, int owner) const {
    std::optional<Victim> found;
    const RunningTask* least = nullptr;
    for (int user = 0; user < static_cast<int>(view.users.size()); ++user)
      for (const auto& task : view.users[place(user)].running)
        if (user != owner && view.machines[place(task.machine)].owner == owner &&
            !stopped_[place(task.machine)] && (least == nullptr || LeastExecutedFirst()(task, *least))) {
          least = &task;
          found = Victim{user, task.machine};
        }
    return found;
  }

  const std::int64_t maxt_;
  const bool literal_max_, free_first_, returns_own_;
  std::vector<bool> stopped_; ///< by machine, in this decision
};

} // namespace

MALHA_POLICY(policy<Osep>(
    "ownership/osep", "gives owners their share back at once: tasks of users who hold more stop",
    "OSEP, sections 3.2.2.1-3.2.2.2",
    {integer("maxt", 1000000000, at_least(1), "count", "tasks that one decision may stop; the default: all"),
     choice(
         "max_over", "owed", {"owed", "all"},
         "the user to whom most is owed is sought among those with ready tasks, or among all, as the listing "
         "of the thesis says"),
     choice("free_first", "on", {"on", "off"},
            "nothing stops while free machines pay all debts; off: as in the listing of the thesis"),
     choice("returns", "share", {"share", "own"},
            "an owner gets back as many machines as they gave, or those that they gave")},
    {{Trait::stops_within_shares, {{"returns", "own"}}}}))

} // namespace malha::ownership
