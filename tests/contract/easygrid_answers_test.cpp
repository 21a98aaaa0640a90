// SPDX-License-Identifier: MIT
#include "policies/easygrid/balance.hpp"
#include "policies/easygrid/give_up.hpp"
#include "policies/easygrid/launch.hpp"

#include "answers.hpp"

#include <limits>

namespace malha::easygrid {
namespace easygrid_answers_test {

using test::Draw;
using test::Positions;

[[maybe_unused]] const bool added = [] {
  test::questions_with_rules().insert(
      {Distribution::question, Balance::question, GiveUp::question, Launch::question});
  return true;
}();

struct TasksAndChildren {
  std::vector<Task> tasks;
  std::vector<Share> children;

  explicit TasksAndChildren(Draw& draw) : tasks(draw.tasks(40)) {
    for (const int child : draw.children(1, 12))
      children.push_back({child, draw.one_in(2) ? draw.integer(1, 3) : draw.real(1e-3, 1e12)});
  }
};

using Places = std::vector<std::pair<std::size_t, int>>; ///< (task, child)

std::string broken_distribution_rule(const TasksAndChildren& view, const Places& places) {
  Positions placed;
  for (const auto& [task, child] : places) {
    placed.push_back(task);
    if (std::none_of(view.children.begin(), view.children.end(),
                     [child = child](const Share& share) { return share.child == child; }))
      return "child " + std::to_string(child) + " is not there";
  }
  if (placed.size() < view.tasks.size())
    return "a task is left out";
  return test::broken_position_rule(placed, view.tasks.size());
}

TEST(DistributionAnswers, PlaceEachTaskOnceOnAGivenChild) {
  test::check_policies<Distribution, TasksAndChildren>(
      [](Distribution& policy, const TasksAndChildren& view) {
        Places places;
        for (const auto& placement : policy.distribute({0, view.tasks, view.children}))
          places.emplace_back(placement.task, placement.child);
        return places;
      },
      broken_distribution_rule);
}

TEST(DistributionAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  TasksAndChildren view(draw);
  view.tasks = test::tasks_of({1, 1});
  view.children = {{3, 1}, {5, 1}};
  EXPECT_EQ(broken_distribution_rule(view, {{1, 3}, {0, 5}}), "");
  EXPECT_EQ(broken_distribution_rule(view, {{0, 3}, {1, 4}}), "child 4 is not there");
  EXPECT_EQ(broken_distribution_rule(view, {{0, 3}}), "a task is left out");
  EXPECT_EQ(broken_distribution_rule(view, {{0, 3}, {0, 5}}), "position 0 is given twice");
  EXPECT_EQ(broken_distribution_rule(view, {{0, 3}, {2, 5}}), "position 2 is not there");
}

/// What host managers can report: a child without power has nothing to do or remains for ever (eq. 2.3). Some
/// views are in balance, of which the mean is subject to rounding.
struct Loads {
  std::vector<ChildLoad> children;

  explicit Loads(Draw& draw) {
    const bool few_values = draw.one_in(2), balanced = draw.one_in(8);
    const auto value = [&](double high) { return few_values ? draw.integer(0, 2) : draw.real(0, high); };
    for (const int child : draw.children(0, 12)) {
      const FlopsPerSecond power = draw.one_in(8) ? 0 : value(1e10);
      const Seconds without_power = draw.one_in(2) ? 0 : std::numeric_limits<Seconds>::infinity();
      children.push_back({child, power, power <= 0 ? without_power : balanced ? 0.1 : value(1e4)});
    }
  }
};

struct Asked {
  int giver = -1;
  double fraction = 0;
  std::vector<std::pair<int, double>> receivers; ///< (child, weight)

  bool operator==(const Asked& other) const {
    return giver == other.giver && fraction == other.fraction && receivers == other.receivers;
  }
  bool operator!=(const Asked& other) const { return !(*this == other); }
};

std::string broken_balance_rule(const Loads& view, const Asked& asked) {
  if (asked == Asked{})
    return "";
  const auto is_there = [&](int child) {
    return std::any_of(view.children.begin(), view.children.end(),
                       [&](const ChildLoad& load) { return load.child == child; });
  };
  if (!is_there(asked.giver))
    return "the giver is not there";
  if (!(asked.fraction > 0 && asked.fraction <= 1))
    return "the fraction is " + shortest(asked.fraction);
  if (asked.receivers.empty())
    return "nobody receives";
  int last = std::numeric_limits<int>::min();
  for (const auto& [child, weight] : asked.receivers) {
    const std::string receiver = "receiver " + std::to_string(child);
    if (!is_there(child))
      return receiver + " is not there";
    if (child == asked.giver)
      return receiver + " is the giver";
    if (child <= last)
      return receiver + " is out of order";
    if (!(weight > 0 && weight < std::numeric_limits<double>::infinity()))
      return receiver + " has weight " + shortest(weight);
    last = child;
  }
  return "";
}

TEST(BalanceAnswers, NameAGiverAFractionAndOthersThatReceive) {
  test::check_policies<Balance, Loads>(
      [](Balance& policy, const Loads& view) {
        Asked asked;
        if (const auto answer = policy.rebalance({0, view.children})) {
          asked = {answer->giver, answer->fraction, {}};
          for (const auto& receiver : answer->receivers)
            asked.receivers.emplace_back(receiver.child, receiver.weight);
        }
        return asked;
      },
      broken_balance_rule);
}

TEST(BalanceAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  Loads view(draw);
  view.children = {{0, 1, 9}, {2, 1, 0}, {4, 1, 0}};
  EXPECT_EQ(broken_balance_rule(view, {0, 1, {{2, 1}, {4, 0.5}}}), "");
  EXPECT_EQ(broken_balance_rule(view, {1, 0.5, {{2, 1}}}), "the giver is not there");
  EXPECT_EQ(broken_balance_rule(view, {0, 0, {{2, 1}}}), "the fraction is 0");
  EXPECT_EQ(broken_balance_rule(view, {0, 1.5, {{2, 1}}}), "the fraction is 1.5");
  EXPECT_EQ(broken_balance_rule(view, {0, std::numeric_limits<double>::quiet_NaN(), {{2, 1}}}),
            "the fraction is nan");
  EXPECT_EQ(broken_balance_rule(view, {0, 0.5, {}}), "nobody receives");
  EXPECT_EQ(broken_balance_rule(view, {0, 0.5, {{3, 1}}}), "receiver 3 is not there");
  EXPECT_EQ(broken_balance_rule(view, {0, 0.5, {{0, 1}}}), "receiver 0 is the giver");
  EXPECT_EQ(broken_balance_rule(view, {0, 0.5, {{4, 1}, {2, 1}}}), "receiver 2 is out of order");
  EXPECT_EQ(broken_balance_rule(view, {0, 0.5, {{2, 1}, {2, 1}}}), "receiver 2 is out of order");
  EXPECT_EQ(broken_balance_rule(view, {0, 0.5, {{2, 0}}}), "receiver 2 has weight 0");
}

/// The fraction is a multiple of 1/1024, so that its product with a sum of whole numbers is exact.
struct RequestForTasks {
  double fraction;
  std::vector<Task> ready;

  explicit RequestForTasks(Draw& draw)
      : fraction(draw.one_in(8) ? 1 : draw.integer(1, 1024) / 1024.0), ready(draw.ready_tasks(20)) {}
};

Flops work_of(const std::vector<Task>& tasks, const Positions& positions) {
  Flops work = 0;
  for (const auto position : positions)
    work += tasks[position].work;
  return work;
}

std::string broken_give_up_rule(const RequestForTasks& view, const Positions& given) {
  if (const auto rule = test::broken_position_rule(given, view.ready.size()); !rule.empty())
    return rule;
  Positions all(view.ready.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = i;
  const Flops budget = view.fraction * work_of(view.ready, all);
  return work_of(view.ready, given) <= budget ? "" : "more is given than was asked for";
}

TEST(GiveUpAnswers, GiveNoMoreThanWasAskedForAndNothingTwice) {
  test::check_policies<GiveUp, RequestForTasks>(
      [](GiveUp& policy, const RequestForTasks& view) {
        return policy.give_up({0, view.fraction, view.ready});
      },
      broken_give_up_rule);
}

TEST(GiveUpAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  RequestForTasks view(draw);
  view.fraction = 0.5; // of 4
  view.ready = test::ready_tasks_of({1, 1, 2});
  EXPECT_EQ(broken_give_up_rule(view, {1, 0}), "");
  EXPECT_EQ(broken_give_up_rule(view, {0, 2}), "more is given than was asked for");
  EXPECT_EQ(broken_give_up_rule(view, {0, 0}), "position 0 is given twice");
  EXPECT_EQ(broken_give_up_rule(view, {3}), "position 3 is not there");
}

struct HostView {
  std::vector<Task> ready;
  int slots, running, cores, external_loads;

  explicit HostView(Draw& draw)
      : ready(draw.ready_tasks(20)), slots(draw.integer(1, 8)), running(draw.integer(0, slots)),
        cores(draw.integer(1, 16)), external_loads(draw.one_in(2) ? 0 : draw.integer(0, 20)) {}
};

std::string broken_launch_rule(const HostView& view, const Positions& launched) {
  if (static_cast<int>(launched.size()) > view.slots - view.running)
    return "more is launched than there are free slots";
  return test::broken_position_rule(launched, view.ready.size());
}

TEST(LaunchAnswers, FitTheFreeSlotsAndStartNothingTwice) {
  test::check_policies<Launch, HostView>(
      [](Launch& policy, const HostView& view) {
        return policy.launch({0, view.ready, view.running, view.slots, view.external_loads, view.cores});
      },
      broken_launch_rule);
}

TEST(LaunchAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  HostView view(draw);
  view.slots = 3;
  view.running = 1;
  view.ready = test::ready_tasks_of({1, 2, 3});
  EXPECT_EQ(broken_launch_rule(view, {2, 1}), "");
  EXPECT_EQ(broken_launch_rule(view, {2, 1, 0}), "more is launched than there are free slots");
  EXPECT_EQ(broken_launch_rule(view, {2, 2}), "position 2 is given twice");
  EXPECT_EQ(broken_launch_rule(view, {3}), "position 3 is not there");
}

} // namespace easygrid_answers_test
} // namespace malha::easygrid
