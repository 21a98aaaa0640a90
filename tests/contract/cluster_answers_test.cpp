// SPDX-License-Identifier: MIT
#include "policies/cluster/queue.hpp"

#include "answers.hpp"

namespace malha::cluster {
namespace {

using test::Draw;
using test::Positions;

[[maybe_unused]] const bool added = test::questions_with_rules().insert(Queue::question).second;

struct WaitingJobs {
  int free_nodes;
  std::deque<Task> queue;

  explicit WaitingJobs(Draw& draw) : free_nodes(draw.integer(0, 64)) {
    for (auto& task : draw.tasks(20)) {
      task.resources = draw.integer(1, draw.one_in(4) ? 80 : 16);
      queue.push_back(task);
    }
  }
};

std::string broken_queue_rule(const WaitingJobs& view, const Positions& started) {
  if (const auto rule = test::broken_position_rule(started, view.queue.size()); !rule.empty())
    return rule;
  if (!std::is_sorted(started.begin(), started.end()))
    return "positions do not increase";
  int nodes = 0;
  for (const auto position : started)
    nodes += view.queue[position].resources;
  return nodes <= view.free_nodes ? "" : "more nodes are taken than are free";
}

/// First come, first served: nothing overtakes, and nothing that fits waits.
std::string broken_fcfs_rule(const WaitingJobs& view, const Positions& started) {
  int free = view.free_nodes;
  for (std::size_t i = 0; i < started.size(); ++i) {
    if (started[i] != i)
      return "job " + std::to_string(i) + " is overtaken";
    free -= view.queue[i].resources;
  }
  const bool stopped_early =
      started.size() < view.queue.size() && view.queue[started.size()].resources <= free;
  return stopped_early ? "job " + std::to_string(started.size()) + " fits and waits" : "";
}

Positions ask(Queue& policy, const WaitingJobs& view) {
  return policy.start_now({0, view.free_nodes, view.queue});
}

TEST(QueueAnswers, FitTheFreeNodesInTheOrderOfTheQueue) {
  test::check_policies<Queue, WaitingJobs>(ask, broken_queue_rule);
}

TEST(QueueAnswers, AreHeldToTheirRules) {
  RandomStreams streams(1);
  Draw draw(streams.stream("view"));
  WaitingJobs view(draw);
  view.free_nodes = 4;
  view.queue = {Task{}, Task{}, Task{}};
  view.queue[1].resources = 4;
  EXPECT_EQ(broken_queue_rule(view, {0, 2}), "");
  EXPECT_EQ(broken_queue_rule(view, {2, 0}), "positions do not increase");
  EXPECT_EQ(broken_queue_rule(view, {0, 1}), "more nodes are taken than are free");
  EXPECT_EQ(broken_queue_rule(view, {2, 2}), "position 2 is given twice");
  EXPECT_EQ(broken_queue_rule(view, {3}), "position 3 is not there");
  EXPECT_EQ(broken_fcfs_rule(view, {0}), "");
  EXPECT_EQ(broken_fcfs_rule(view, {0, 2}), "job 1 is overtaken");
  EXPECT_EQ(broken_fcfs_rule(view, {}), "job 0 fits and waits");
}

TEST(QueueAnswers, OfFcfsStartAllThatFitsUpToTheFirstThatDoesNot) {
  RandomStreams streams(1);
  Draw draw(streams.stream("views"));
  const auto policy = test::make<Queue>("cluster/fcfs");
  int blocked = 0;
  for (int number = 0; number < test::settings * test::views_per_setting; ++number) {
    const WaitingJobs view(draw);
    const auto started = ask(*policy, view);
    ASSERT_EQ(broken_queue_rule(view, started), "") << "view " << number;
    ASSERT_EQ(broken_fcfs_rule(view, started), "") << "view " << number;
    blocked += started.size() < view.queue.size();
  }
  EXPECT_GT(blocked, 0);
}

} // namespace
} // namespace malha::cluster
