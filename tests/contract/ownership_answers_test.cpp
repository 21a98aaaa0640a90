// SPDX-License-Identifier: MIT
#include "tests/policies/pool_asking.hpp"

#include "answers.hpp"

namespace malha::ownership {
namespace ownership_answers_test {

using test::Draw;
using test::HandMadePool;

[[maybe_unused]] const bool added = test::questions_with_rules().insert(Preempt::question).second &&
                                    test::questions_with_rules().insert(Negotiate::question).second;

using Stops = std::vector<Keep>;
using test::Starts;

/// What a pool knows at some date; also when no task is there, or no machine is free. What changed is not
/// told, so that any view may follow another.
struct PoolsBook {
  HandMadePool pool;

  explicit PoolsBook(Draw& draw) : pool(shares(draw), draw.integer(1, 8)) {
    pool.now = draw.integer(0, 100);
    const int users = static_cast<int>(pool.users.size());
    for (int user = 0; user < users; ++user)
      pool.ready(user, draw.integer(0, 4));
    for (int machine = 0; machine < static_cast<int>(pool.machines.size()); ++machine) {
      const int user = draw.integer(0, users - 1);
      if (draw.one_in(6))
        crash(machine);
      else if (draw.one_in(2))
        pool.run(user, machine, pool.now - draw.integer(0, 20), draw.integer(0, 20));
      else if (draw.one_in(4) && pool.users[HandMadePool::index(user)].unserved() > 0)
        pool.keep(machine, user);
    }
  }

private:
  static std::vector<double> shares(Draw& draw) {
    std::vector<double> shares(8); // as many users in all views, as one pool has
    for (auto& share : shares)
      share = draw.integer(0, 3);
    return shares;
  }
  void crash(int machine) {
    pool.free.remove(IndexSet(machine, 1));
    pool.machines[HandMadePool::index(machine)].is_up = false;
  }
};

bool does_run(const HandMadePool& pool, int machine) {
  return std::any_of(pool.users.begin(), pool.users.end(), [machine](const User& user) {
    return std::any_of(user.running.begin(), user.running.end(),
                       [machine](const RunningTask& task) { return task.machine == machine; });
  });
}

std::string broken_preemption_rule(const PoolsBook& view, const Stops& stops) {
  std::set<int> stopped;
  std::vector<int> unserved;
  for (const auto& user : view.pool.users)
    unserved.push_back(user.unserved());
  for (const auto& [machine, user] : stops) {
    if (!does_run(view.pool, machine))
      return "machine " + std::to_string(machine) + " runs nothing";
    if (!stopped.insert(machine).second)
      return "machine " + std::to_string(machine) + " stops twice";
    if (unserved.at(HandMadePool::index(user))-- <= 0)
      return "user " + std::to_string(user) + " has no further ready task";
  }
  return "";
}

std::string broken_negotiation_rule(const PoolsBook& view, const Starts& starts) {
  std::set<int> used;
  std::set<TaskId> started;
  for (const auto& [user, task, machine] : starts) {
    const auto& mine = view.pool.users.at(HandMadePool::index(user));
    const bool is_kept = view.pool.kept.contains(machine);
    if (mine.ready.count(task) == 0 || !started.insert(task).second)
      return "task " + std::to_string(task) + " is not ready";
    if (!is_kept && !view.pool.free.contains(machine))
      return "machine " + std::to_string(machine) + " is not idle";
    if (is_kept && view.pool.machines[HandMadePool::index(machine)].kept_for != user)
      return "machine " + std::to_string(machine) + " is kept for another";
    if (!used.insert(machine).second)
      return "machine " + std::to_string(machine) + " is given two tasks";
  }
  return "";
}

TEST(PreemptionAnswers, StopWhatRunsForThoseWhoWait) {
  test::check_policies<Preempt, PoolsBook>(
      [](Preempt& policy, const PoolsBook& view) { return policy.preempt(view.pool.view()).stops; },
      broken_preemption_rule);
}

TEST(NegotiationAnswers, StartReadyTasksOnIdleMachinesOneEach) {
  test::check_policies<Negotiate, PoolsBook>(
      [](Negotiate& policy, const PoolsBook& view) { return policy.negotiate(view.pool.view()); },
      broken_negotiation_rule);
}

// User 0 runs task 0 on machine 0 and has task 1 ready; user 1 has task 2 ready, for which machine 1 is kept.
// Machines 2 and 3 are free.
TEST(PoolAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  PoolsBook view(draw);
  view.pool = HandMadePool({1, 1}, 4);
  view.pool.run(0, 0, 0);
  view.pool.ready(0, 1);
  view.pool.ready(1, 1);
  view.pool.keep(1, 1);
  EXPECT_EQ(broken_preemption_rule(view, {{0, 0}}), "");
  EXPECT_EQ(broken_preemption_rule(view, {{1, 0}}), "machine 1 runs nothing");
  EXPECT_EQ(broken_preemption_rule(view, {{0, 0}, {0, 0}}), "machine 0 stops twice");
  EXPECT_EQ(broken_preemption_rule(view, {{0, 1}}), "user 1 has no further ready task");
  EXPECT_EQ(broken_negotiation_rule(view, {{1, 2, 1}, {0, 1, 2}}), "");
  EXPECT_EQ(broken_negotiation_rule(view, {{0, 0, 2}}), "task 0 is not ready");
  EXPECT_EQ(broken_negotiation_rule(view, {{0, 1, 2}, {0, 1, 3}}), "task 1 is not ready");
  EXPECT_EQ(broken_negotiation_rule(view, {{0, 1, 0}}), "machine 0 is not idle");
  EXPECT_EQ(broken_negotiation_rule(view, {{0, 1, 1}}), "machine 1 is kept for another");
  EXPECT_EQ(broken_negotiation_rule(view, {{0, 1, 2}, {1, 2, 2}}), "machine 2 is given two tasks");
}

} // namespace ownership_answers_test
} // namespace malha::ownership
