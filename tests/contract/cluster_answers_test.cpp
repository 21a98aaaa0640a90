// SPDX-License-Identifier: MIT
// What every queue policy must keep: a queue policy has a memory, so it is asked through whole runs.
#include "tests/cluster/batch_run.hpp"

#include "answers.hpp"

namespace malha::cluster {
namespace cluster_answers_test {

using test::Draw;
using testing::BatchRun;

[[maybe_unused]] const bool added = test::questions_with_rules().insert(Queue::question).second;

constexpr int runs_per_setting = 20, most_nodes = 24, most_jobs = 40;

/// Runs random jobs under the policy twice. The book throws on every rule that a decision breaks.
void check_runs(const PolicyDescriptor& policy, const Parameters& parameters, Draw& draw) {
  RandomStreams random(0);
  for (int number = 0; number < runs_per_setting; ++number) {
    const int nodes = draw.integer(1, most_nodes);
    const auto jobs = testing::random_jobs(static_cast<std::uint64_t>(draw.integer(0, 1'000'000)),
                                           draw.integer(1, most_jobs), nodes);
    const auto run = [&] {
      const auto made = policy.make(parameters, random);
      BatchRun machine(nodes, static_cast<Queue&>(*made));
      machine.look = [](const QueueView& view, const Decision& decision) { // asked to explain
        std::set<JobHandle> explained;
        for (const auto& reason : decision.reasons)
          explained.insert(reason.job);
        for (const auto& job : view.queue)
          EXPECT_EQ(explained.count(job.handle), 1U)
              << "job " << job.id << " waits or starts without a reason";
      };
      return machine.run(jobs);
    };
    const auto rows = run();
    ASSERT_EQ(rows.size(), jobs.size()) << "jobs are left that never start";
    ASSERT_EQ(rows, run()) << "asked twice";
    for (std::size_t i = 0; i < rows.size(); ++i)
      ASSERT_GE(rows[i].start, jobs[i].submitted);
  }
}

TEST(QueueAnswers, StartEveryJobOnceOnFreeNodesAndSayWhy) {
  test::for_every_policy(Queue::question, check_runs);
}

std::string broken_rule(const std::function<void(Book&)>& act) {
  Book book({1e9, 1e9, 1e9, 1e9});
  for (TaskId id = 0; id < 2; ++id) { // handles 0 and 1: of 2 and 3 nodes
    Task task;
    task.id = id;
    task.resources = 2 + static_cast<int>(id);
    book.admit(Job{}, task);
  }
  try {
    act(book);
  } catch (const BrokenRule& broken) {
    return broken.what();
  }
  return "";
}

TEST(QueueAnswers, AreHeldToTheirRules) {
  EXPECT_EQ(broken_rule([](Book& book) { book.start({0}, 0); }), "");
  EXPECT_EQ(broken_rule([](Book& book) { book.start({0, IndexSet(2, 2)}, 0); }), "");
  EXPECT_EQ(broken_rule([](Book& book) {
              book.start({0}, 0);
              book.start({0}, 0);
            }),
            "it starts job handle 0, which no waiting job has");
  EXPECT_EQ(broken_rule([](Book& book) {
              book.start({0}, 0);
              book.start({1}, 0);
            }),
            "it starts job 1 on 3 nodes with 2 free");
  EXPECT_EQ(broken_rule([](Book& book) {
              book.start({0, IndexSet(3, 2)}, 0);
            }),
            "it starts job 0 on nodes 3-4, which are not all free");
  EXPECT_EQ(broken_rule([](Book& book) {
              book.start({0, IndexSet(0, 3)}, 0);
            }),
            "it starts job 0 on 3 nodes, and it needs 2");
  EXPECT_EQ(broken_rule([](Book& book) { book.start({7}, 0); }),
            "it starts job handle 7, which no waiting job has");
  EXPECT_EQ(broken_rule([](Book& book) { book.check(0, LiveJob::State::runs, "stops"); }),
            "it stops job handle 0, which no running job has");
}

} // namespace cluster_answers_test
} // namespace malha::cluster
