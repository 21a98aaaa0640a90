// SPDX-License-Identifier: MIT
#include "queue_asking.hpp"
#include "tests/support/thrown.hpp"

namespace malha::cluster {
namespace committed_test {

using test::Ids;
using test::QueueAsking;

/// A cluster whose policy is asked again and again, with the same handles as before.
class Asked {
public:
  Asked(int nodes, const std::map<std::string, std::string>& parameters)
      : policy_(test::make<Queue>("cluster/committed", parameters)), free_(0, nodes), nodes_(nodes) {}

  /// Submits a job at the date of the next question. Its number is its place among all.
  void submit(int size, Seconds walltime) { coming_.push_back({size, walltime}); }
  /// The jobs that start at the date.
  Ids started_at(Seconds now) {
    Changes changes;
    for (auto job = running_.begin(); job != running_.end();)
      if (job->expected_end <= now) {
        changes.ended.push_back(*job);
        free_.insert(nodes_of_.at(job->handle));
        job = running_.erase(job);
      } else {
        ++job;
      }
    for (const auto& [size, walltime] : std::exchange(coming_, {})) {
      const auto number = static_cast<JobHandle>(submitted_++);
      queue_.push_back({number, number, now, walltime, size, nullptr});
      changes.arrived.push_back(queue_.back());
    }
    const std::vector<Machine> machines;
    const auto decision =
        policy_->decide({now, nodes_, free_, {}, machines, queue_, running_, changes, false});
    Ids ids;
    for (const auto& start : decision.start) {
      const auto job = std::find_if(queue_.begin(), queue_.end(),
                                    [&](const QueuedJob& one) { return one.handle == start.job; });
      ids.push_back(job->id);
      nodes_of_[start.job] = free_.lowest(job->size);
      free_.remove(nodes_of_[start.job]);
      running_.push_back({now + job->walltime, job->id, job->handle, job->size});
      queue_.erase(job);
    }
    std::sort(running_.begin(), running_.end(), [](const Release& a, const Release& b) {
      return std::tie(a.expected_end, a.id) < std::tie(b.expected_end, b.id);
    });
    return ids;
  }

private:
  std::unique_ptr<Queue> policy_;
  IndexSet free_;
  int nodes_;
  std::int64_t submitted_ = 0;
  std::vector<std::pair<int, Seconds>> coming_;
  std::list<QueuedJob> queue_;
  std::vector<Release> running_;
  std::map<JobHandle, IndexSet> nodes_of_;
};

// Job 0 has all 4 nodes up to 100. Job 1 is chosen at 10, since it is alone, and waits. The shorter job 2
// comes at 20, and would be first in the order; the choice is kept.
TEST(Committed, KeepsItsChoice) {
  Asked cluster(4, {{"order", "shortest"}});
  cluster.submit(4, 100);
  EXPECT_EQ(cluster.started_at(0), Ids{0});
  cluster.submit(3, 50);
  EXPECT_EQ(cluster.started_at(10), Ids{});
  cluster.submit(2, 5);
  EXPECT_EQ(cluster.started_at(20), Ids{});
  EXPECT_EQ(cluster.started_at(100), Ids{1});
  EXPECT_EQ(cluster.started_at(150), Ids{2});
}

// Of two jobs of one date the first is chosen before the other one is known, since there is no other choice:
// it starts, although the second is shorter, and then does not fit.
TEST(Committed, LetsJobsOfOneDateComeOneAtATime) {
  Asked cluster(4, {{"order", "shortest"}});
  cluster.submit(3, 50);
  cluster.submit(2, 5);
  EXPECT_EQ(cluster.started_at(0), Ids{0});
}

// Job 0 has 3 of 4 nodes up to 100; job 1, of 4, waits for that date. Job 2 ends at 99 and fills the gap. Job
// 3 would end at 100, and waits.
TEST(Committed, FillsTheGapWithJobsThatEndBeforeTheShadowTime) {
  Asked cluster(4, {{"backfill", "on"}});
  cluster.submit(3, 100);
  EXPECT_EQ(cluster.started_at(0), Ids{0});
  cluster.submit(4, 10);
  EXPECT_EQ(cluster.started_at(1), Ids{});
  cluster.submit(1, 89);
  EXPECT_EQ(cluster.started_at(10), Ids{2});
  cluster.submit(1, 1);
  EXPECT_EQ(cluster.started_at(99), Ids{});
  EXPECT_EQ(cluster.started_at(100), Ids{1});
}

// At 100 jobs 0 and 1, of 2 nodes each, end together, and job 4 comes. Job 2, of 2 nodes, was chosen and gets
// the first nodes that become free. Then job 4, which came before any node was free, is the shortest.
TEST(Committed, TakesJobsBeforeNodesThatBecomeFree) {
  Asked cluster(4, {{"order", "shortest"}});
  cluster.submit(2, 100);
  cluster.submit(2, 100);
  EXPECT_EQ(cluster.started_at(0), (Ids{0, 1}));
  cluster.submit(2, 50);
  cluster.submit(2, 40);
  EXPECT_EQ(cluster.started_at(10), Ids{});
  cluster.submit(2, 5);
  EXPECT_EQ(cluster.started_at(100), (Ids{2, 4}));
}

// Job 1 starts at 20, and the next choice is between job 2, of 1 node, 10 s and submission 2, and job 3, of 8
// nodes, 100 s and submission 4. Waits of 18 and 16 s give (18 / 10)^3 = 5.8 and (16 / 100)^3 x 8 = 0.03: the
// larger is first. With the placeholder the waits are -3 and -5: -0.027 and -0.001.
TEST(Committed, TakesThePlaceholderForTheWait) {
  const auto second = [](const std::string& wait) {
    Asked cluster(8, {{"order", "wfp3"}, {"wait", wait}});
    cluster.submit(8, 20);
    cluster.started_at(0);
    cluster.submit(8, 10);
    cluster.started_at(1);
    cluster.submit(1, 10);
    cluster.started_at(2);
    cluster.submit(8, 100);
    cluster.started_at(4);
    EXPECT_EQ(cluster.started_at(20), Ids{1});
    return cluster.started_at(30);
  };
  EXPECT_EQ(second("since_submission"), Ids{2});
  EXPECT_EQ(second("placeholder"), Ids{3});
}

TEST(Committed, RefusesAPlaceholderThatHasNoEffect) {
  const auto said = testing::thrown<std::invalid_argument>([] { Asked(4, {{"wait", "placeholder"}}); });
  EXPECT_EQ(said, "wait=placeholder has no effect here; valid: with order=wfp3 or unicep");
}

} // namespace committed_test
} // namespace malha::cluster
