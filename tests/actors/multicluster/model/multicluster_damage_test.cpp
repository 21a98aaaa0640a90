// SPDX-License-Identifier: MIT
// Schedules of several clusters, damaged in one way at a time.
#include "tests/results/support/damage.hpp"

namespace malha::testing {
namespace multicluster_damage_test {

/// Clusters of 4, 6 and 4 nodes: resources 0 to 3, 4 to 9 and 10 to 13.
class MulticlusterDamage : public Damage {
protected:
  MulticlusterDamage() {
    const auto said = run_shell("rm -rf out; \"$MALHA\" simulate -p clusters --set platform.sizes=4,6,4 "
                                "--set transport=instant -d multicluster.tat --set policy.limit.limit=2 "
                                "-w lublin --set workload.nodes=6 --set workload.jobs=200 "
                                "--set workload.load=2 -o out",
                                folder_.path());
    EXPECT_EQ(said.status, 0) << said.err;
  }

  /// Whether nobody is on the node while the job of that row runs.
  static bool is_free(Fields& jobs, std::size_t row, int node) {
    for (std::size_t other = 0; other < jobs.rows(); ++other)
      if (nodes(jobs, other).contains(node) &&
          jobs.number(other, "starting_time") < jobs.number(row, "finish_time") &&
          jobs.number(other, "finish_time") > jobs.number(row, "starting_time"))
        return false;
    return true;
  }
};

TEST_F(MulticlusterDamage, IsNoneWhereNothingWasTouched) {
  const auto said = validate();
  EXPECT_EQ(said.status, 0) << said.out;
  EXPECT_EQ(said.out.find("not checked"), std::string::npos) << said.out;
  EXPECT_NE(said.out.find("checked: each job is on resources of its site alone"), std::string::npos);
  EXPECT_NE(said.out.find("checked: Little's law"), std::string::npos);
}

// A job of two nodes of the first cluster has node 13, which is free, in place of its second: all else holds.
TEST_F(MulticlusterDamage, AJobOnNodesOfTwoSites) {
  auto jobs = file("jobs.csv");
  const auto row = find(jobs, [&](std::size_t one) {
    return jobs.at(one, "site") == "cluster-1" && nodes(jobs, one).size() == 2 && is_free(jobs, one, 13);
  });
  jobs.at(row, "allocated_resources") = std::to_string(*nodes(jobs, row).begin()) + " 13";
  EXPECT_EQ(broken(jobs), Rules{"site"});
}

TEST_F(MulticlusterDamage, AJobOfAnotherSiteThanItsNodes) {
  auto jobs = file("jobs.csv");
  const auto row = find(jobs, [&](std::size_t one) { return jobs.at(one, "site") == "cluster-3"; });
  jobs.at(row, "site") = "cluster-2";
  EXPECT_EQ(broken(jobs), Rules{"site"});
}

// Nodes 3 and 4 are neighbours and in two sites.
TEST_F(MulticlusterDamage, ANodeThatChangesItsSite) {
  auto resources = file("resources.csv");
  resources.at(3, "site") = "cluster-2";
  EXPECT_EQ(broken(resources), Rules{"site"});
}

// The queue of the meta-scheduler is a part of the mean queue.
TEST_F(MulticlusterDamage, AMeanQueueWithoutThatOfTheMetaScheduler) {
  auto schedule = file("schedule.csv");
  const double above = schedule.number(0, "mean_upper_waiting_time") * 200 / schedule.number(0, "makespan");
  ASSERT_GT(above, 0);
  schedule.set(0, "mean_queue_length", schedule.number(0, "mean_queue_length") - above);
  EXPECT_EQ(broken(schedule), Rules{"Little's law"});
}

} // namespace multicluster_damage_test
} // namespace malha::testing
