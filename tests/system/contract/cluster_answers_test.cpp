// SPDX-License-Identifier: MIT
// What the book of a batch scheduler says of decisions that break a rule, and that shipped policies explain
// theirs.
#include "answers.hpp"
#include "scenarios/runner/conformance/described.hpp"
#include "tests/actors/cluster/model/batch_run.hpp"

#include <functional>
#include <set>

namespace malha::cluster {
namespace cluster_answers_test {

/// Every job that waits or starts has its reason.
void expect_explained(const QueueView& view, const Decision& decision) {
  std::set<JobHandle> explained;
  for (const auto& reason : decision.reasons)
    explained.insert(reason.job);
  for (const auto& job : view.queue)
    EXPECT_EQ(explained.count(job.handle), 1U) << "job " << job.id << " waits or starts without a reason";
}

TEST(QueueAnswers, SayWhyEachJobStartsOrWaits) {
  for (const auto& name : test::shipped_catalog().policies_of(Queue::question)) {
    SCOPED_TRACE(name);
    const auto& policy = test::shipped_catalog().policy(name);
    RandomStreams random(0);
    conformance::Draw draw(random.stream(name));
    for (const auto& settings : conformance::drawn_settings(policy, {}, 50, 0)) {
      const auto made = policy.make(Parameters(policy.parameters, settings), random);
      const int nodes = draw.integer(1, 24);
      testing::BatchRun machine(nodes, static_cast<Queue&>(*made));
      machine.look = expect_explained;
      machine.site = conformance::site_of_two_classes();
      const auto seed = static_cast<std::uint64_t>(draw.integer(0, 1'000'000));
      machine.run(testing::random_jobs(seed, draw.integer(1, 40), nodes));
    }
  }
}

std::string broken_rule(const std::function<void(Book&)>& act) {
  Book book{Machines({1e9, 1e9, 1e9, 1e9})};
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

// Two jobs of a run, which both start at 5 s.
TEST(QueueAnswers, OfWholeRunsHaveEveryJob) {
  const auto broken = [](const std::string& rows) {
    return test::broken_rule(Queue::question, R"({"nodes": 2, "jobs": [{"after": 5}, {}]})", rows);
  };
  EXPECT_EQ(broken(R"([[0, 5, 6, "0"], [1, 5, 6, "1"]])"), "");
  EXPECT_EQ(broken(R"([[0, 5, 6, "0"]])"), "1 jobs never start, and nothing happens any more");
  EXPECT_EQ(broken(R"([[0, 5, 6, "0"], [1, 4, 6, "1"]])"), "job 1 starts before it is submitted");
}

TEST(PriorityAnswers, OfWholeRunsHaveEveryJob) {
  const auto broken = [](const std::string& rows) {
    return test::broken_rule("cluster/priority", R"({"nodes": 2, "jobs": [{"after": 5}, {"user": "ann"}]})",
                             rows);
  };
  EXPECT_EQ(broken("[[0, 5], [1, 5]]"), "");
  EXPECT_EQ(broken("[[0, 5]]"), "1 jobs never start, and nothing happens any more");
}

TEST(PredictionAnswers, OfWholeRunsHaveEveryJob) {
  const auto broken = [](const std::string& rows) {
    return test::broken_rule("cluster/prediction", R"({"nodes": 2, "jobs": [{"after": 5}, {"user": "ann"}]})",
                             R"({"said": [["predicted", 0, 1]], "rows": )" + rows + "}");
  };
  EXPECT_EQ(broken("[[0, 5], [1, 5]]"), "");
  EXPECT_EQ(broken("[[0, 5]]"), "1 jobs never start, and nothing happens any more");
}

TEST(LimitAnswers, SayWhyJobsWait) {
  const auto broken = [](const std::string& rows) {
    return test::broken_rule("cluster/limit", R"({"nodes": 2, "jobs": [{"user": "user1"}, {}]})", rows);
  };
  EXPECT_EQ(broken(R"([[0, "ends", 1, ""], [1, "refused", 0, "InvalidAccount"]])"), "");
  EXPECT_EQ(broken(R"([[0, "ends", 1, ""]])"), "not each job has a row");
  EXPECT_EQ(broken(R"([[0, "waits", 0, ""], [1, "leaves", 0, ""]])"), "job 0 waits without a reason");
  EXPECT_EQ(broken(R"([[0, "ends", 1, ""], [1, "refused", 0, ""]])"), "job 1 is refused without a reason");
}

} // namespace cluster_answers_test
} // namespace malha::cluster
