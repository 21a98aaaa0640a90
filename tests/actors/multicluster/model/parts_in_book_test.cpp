// SPDX-License-Identifier: MIT
// What parts of jobs that run in several clusters are to the scheduler of one of them.
#include "tests/actors/cluster/model/batch_run.hpp"
#include "tests/support/thrown.hpp"

namespace malha::testing {
namespace parts_in_book_test {

using Log = std::vector<std::string>;

/// A batch scheduler whose jobs run for their lengths. `log` has what becomes of jobs and parts.
class OneCluster : private cluster::Queue, private cluster::Listener {
public:
  OneCluster(int nodes, const std::string& policy, std::optional<cluster::SharedMachines> shared = {},
             int slots = 1)
      : policy_(test::make<cluster::Queue>(policy)), arrivals_(none_),
        model(book_of(nodes, slots, std::move(shared)), *this, arrivals_, cluster::Admission({})) {
    model.add(*this);
  }

  void submit(TaskId id, int size, Seconds length) {
    model.submit(rigid_job(id, model.date(), size, length, length));
  }
  /// All rounds until that date, and one then.
  void go_to(Seconds date) {
    while (model.next() < date)
      model.round(model.next());
    model.round(date);
  }
  cluster::JobHandle place(TaskId id, std::vector<int> on, Seconds expected) {
    return model.place_part(rigid_job(id, model.date(), static_cast<int>(on.size()), 0, expected), on);
  }
  Log news() { return std::exchange(log_, {}); }

  std::function<cluster::Decision(const cluster::QueueView&)> decides; ///< in place of the policy

private:
  static cluster::Book book_of(int nodes, int slots, std::optional<cluster::SharedMachines> shared) {
    std::vector<std::pair<std::string, int>> machines;
    for (int node = 0; node < nodes; ++node)
      machines.emplace_back(std::to_string(node), slots);
    return cluster::Book(
        {cluster::Machines(std::vector<FlopsPerSecond>(static_cast<std::size_t>(nodes * slots), 1e9),
                           machines_of(machines)),
         std::move(shared)});
  }
  void say(const std::string& what, const cluster::LiveJob& job, Seconds date) {
    log_.push_back(std::to_string(job.task.id) + " " + what + " at " + shortest(date));
  }

  cluster::Decision decide(const cluster::QueueView& view) override {
    return decides ? decides(view) : policy_->decide(view);
  }
  void started(const cluster::LiveJob& job, const cluster::Start&) override { say("starts", job, job.start); }
  void ended(const cluster::LiveJob& job, Seconds, Seconds end, FinalState) override {
    say("ends", job, end);
  }
  void part_placed(const cluster::LiveJob& job) override { say("is placed", job, job.start); }
  void part_left(const cluster::LiveJob& job, Seconds end) override { say("leaves", job, end); }
  void withdrawn(const cluster::LiveJob& job, Seconds now) override { say("is withdrawn", job, now); }

  const std::vector<Job> none_;
  std::unique_ptr<cluster::Queue> policy_;
  ListedJobs arrivals_;
  Log log_;

public:
  cluster::Model model;
};

const std::vector<std::string> policies{"cluster/fcfs", "cluster/easy_backfill",
                                        "cluster/conservative_backfill"};

// A part has two of four nodes from 0 on. Job 1 of three waits for it, job 2 of two too, since it would delay
// job 1. The part is expected to end at 10, and then at 20; it ends at 12.
TEST(PartsInABook, HoldTheirNodesUntilTheyAreToldToLeave) {
  for (const auto& policy : policies) {
    OneCluster cluster(4, policy);
    const auto part = cluster.place(9, {1, 3}, 10);
    cluster.submit(1, 3, 5);
    cluster.submit(2, 2, 50);
    cluster.go_to(0);
    EXPECT_EQ(cluster.news(), Log{"9 is placed at 0"}) << policy;
    EXPECT_EQ(cluster.model.book().nodes().free().text(), "0 2");
    EXPECT_EQ(cluster.model.book().running().releases().front().expected_end, 10);
    cluster.go_to(11);
    EXPECT_EQ(cluster.model.book().running().releases().front().expected_end, 20) << policy;
    cluster.model.advance(12);
    cluster.model.end_part(part, 12);
    cluster.go_to(12);
    EXPECT_EQ(cluster.news(), (Log{"9 leaves at 12", "1 starts at 12"})) << policy;
    cluster.go_to(17);
    EXPECT_EQ(cluster.news(), (Log{"1 ends at 17", "2 starts at 17"})) << policy;
    EXPECT_EQ(cluster.model.book().node_seconds_busy(), 2 * 12 + 3 * 5) << policy;
  }
}

// A job of one node that ends by 10 may go first where gaps are filled; under fcfs it waits.
TEST(PartsInABook, CountInThePlansOfTheQueue) {
  for (const auto& policy : policies) {
    OneCluster cluster(4, policy);
    cluster.place(9, {0, 1}, 10);
    cluster.submit(1, 3, 5);
    cluster.submit(2, 2, 10);
    cluster.submit(3, 2, 11);
    cluster.go_to(0);
    EXPECT_EQ(cluster.news(),
              policy == "cluster/fcfs" ? Log{"9 is placed at 0"} : (Log{"9 is placed at 0", "2 starts at 0"}))
        << policy;
  }
}

TEST(PartsInABook, MayBeGivenBackBeforeTheyBegin) {
  OneCluster cluster(2, "cluster/fcfs");
  const auto part = cluster.place(9, {0}, 10);
  cluster.model.end_part(part, never);
  cluster.submit(1, 2, 5);
  cluster.go_to(0);
  EXPECT_EQ(cluster.news(), (Log{"9 is placed at 0", "9 leaves at inf", "1 starts at 0"}));
}

TEST(PartsInABook, BeginWhenTheyAreTold) {
  OneCluster cluster(2, "cluster/fcfs");
  const auto part = cluster.place(9, {0}, 10);
  cluster.go_to(1);
  cluster.model.begin_part(part, 2);
  EXPECT_EQ(cluster.model.book()[part].start, 2);
  EXPECT_EQ(cluster.model.book().running().releases().front().expected_end, 12);
  cluster.go_to(11); // the end that was expected before is of no use any more
  EXPECT_EQ(cluster.model.book().running().releases().front().expected_end, 12);
}

// Three jobs, each of which needs both nodes. The one that runs elsewhere leaves no trace in the queue.
TEST(PartsInABook, MayComeOutOfTheQueue) {
  for (const auto& policy : policies)
    for (const TaskId gone : {2, 3}) {
      OneCluster cluster(2, policy);
      for (const TaskId id : {1, 2, 3})
        cluster.submit(id, 2, 5);
      cluster.go_to(0);
      EXPECT_TRUE(cluster.model.withdraw(gone));
      EXPECT_FALSE(cluster.model.withdraw(gone));
      EXPECT_FALSE(cluster.model.withdraw(1)); // it runs
      cluster.go_to(5);
      const auto next = std::to_string(gone == 2 ? 3 : 2);
      EXPECT_EQ(cluster.news(), (Log{"1 starts at 0", std::to_string(gone) + " is withdrawn at 0",
                                     "1 ends at 5", next + " starts at 5"}))
          << policy;
      cluster.go_to(11);
      EXPECT_TRUE(cluster.model.book().idle());
      EXPECT_EQ(cluster.model.book().queue().nodes(), 0);
    }
}

// A job that the policy has not seen yet is as if it had never come.
TEST(PartsInABook, MayComeOutOfTheQueueBeforeThePolicySeesThem) {
  for (const auto& policy : policies) {
    OneCluster cluster(2, policy);
    cluster.submit(1, 2, 5);
    EXPECT_TRUE(cluster.model.withdraw(1));
    cluster.submit(2, 2, 5);
    cluster.go_to(0);
    EXPECT_EQ(cluster.news(), (Log{"1 is withdrawn at 0", "2 starts at 0"})) << policy;
  }
}

/// Two machines of two slots; on the second tasks may use 5 B.
OneCluster two_shared_machines() {
  std::vector<cluster::SharedMachine> machines(2);
  machines[1].memory = 5;
  return {2, "cluster/contract_fcfs", cluster::SharedMachines(2, machines), 2};
}

// Two tasks are the most on a machine, whoever placed them.
TEST(PartsInABook, CountForTheSocialContract) {
  auto cluster = two_shared_machines();
  cluster.place(9, {0}, 10);
  cluster.submit(1, 2, 5);
  cluster.go_to(0);
  EXPECT_EQ(cluster.model.book().nodes().open(0), std::vector<int>{1});
  EXPECT_EQ(cluster.model.book().nodes().open(6), std::vector<int>{});
  cluster.submit(2, 2, 5);
  cluster.go_to(1);
  EXPECT_EQ(cluster.news(), (Log{"9 is placed at 0", "1 starts at 0"}));
  EXPECT_EQ(cluster.model.book().nodes().most_tasks(rigid_job(3, 0, 1, 1)), 2);
}

TEST(PartsInABook, AreStoppedByNoPolicy) {
  OneCluster cluster(2, "cluster/fcfs");
  const auto part = cluster.place(9, {0}, 10);
  cluster.decides = [part](const auto&) {
    cluster::Decision decision;
    decision.stop.push_back({part, true});
    return decision;
  };
  EXPECT_EQ(thrown<BrokenRule>([&] { cluster.go_to(0); }),
            "it stops job 9, of which other clusters run parts");
}

TEST(PartsInABook, HaveNoPlaceInTheTablesOfOscarPbs) {
  OneCluster cluster(2, "cluster/oscarpbs");
  cluster.place(9, {0}, 10);
  EXPECT_EQ(thrown<std::logic_error>([&] { cluster.go_to(0); }),
            "its tables have no place for jobs that other clusters run, too; valid: another policy of the "
            "cluster, or policy.coallocation=multicluster/never");
}

} // namespace parts_in_book_test
} // namespace malha::testing
