// SPDX-License-Identifier: MIT
// The rules of partitions (Slurm 22.05 documentation, slurm.conf).
#include "limit_asking.hpp"

namespace malha::cluster {
namespace slurm_limits_partitions_test {

/// A site with the default partition "p".
SiteRules site_with(const Partition& partition) {
  SiteRules site;
  add_qos(site, "normal");
  site.partitions["p"] = partition;
  site.partitions["p"].is_default = true;
  return site;
}

// DOWN: jobs are queued, and none starts. DRAIN: no job is queued, and those that are there start. INACTIVE:
// neither. A job that lost its node waits in a partition that drains or is inactive.
TEST(SlurmLimitsOfPartitions, FollowTheirState) {
  const auto what = [](PartitionState state) {
    Partition partition;
    partition.state = state;
    LimitAsking asking(site_with(partition));
    const auto refused = asking.submit({});
    return refused + "/" + asking.start(0);
  };
  EXPECT_EQ(what(PartitionState::up), "/");
  EXPECT_EQ(what(PartitionState::down), "/PartitionDown");
  EXPECT_EQ(what(PartitionState::drain), "partition_drains/");
  EXPECT_EQ(what(PartitionState::inactive), "PartitionInactive/PartitionInactive");
}

// From 2 to 4 nodes and up to 2 h, of a cluster of 6 nodes; 7201 s are 121 minutes. Without a limit a job has
// that of the partition. A job that is outside waits for ever, or is refused.
TEST(SlurmLimitsOfPartitions, KeepOutWhatIsTooLargeOrTooLong) {
  Partition partition;
  partition.min_nodes = 2;
  partition.max_nodes = 4;
  partition.max_time = 7200;
  const auto run = [&](int size, Seconds walltime, const std::string& outside) {
    return LimitAsking(site_with(partition), {{"outside_partition", outside}}, 6)
        .run({"ann", "", size, walltime});
  };
  EXPECT_EQ(run(2, 7200, "refuse"), "");
  EXPECT_EQ(run(4, never, "refuse"), "");
  for (const auto& [outside, before] : {std::pair("wait", ""), {"refuse", "refused: "}}) {
    const std::string refused = before;
    EXPECT_EQ(run(1, 60, outside), refused + "PartitionNodeLimit");
    EXPECT_EQ(run(5, 60, outside), refused + "PartitionNodeLimit");
    EXPECT_EQ(run(7, 60, outside), refused + "PartitionNodeLimit");
    EXPECT_EQ(run(2, 7201, outside), refused + "PartitionTimeLimit");
  }
}

// A QOS may lift each of the three, unless jobs outside are refused. No QOS makes the cluster larger.
TEST(SlurmLimitsOfPartitions, GiveWayToAQos) {
  Partition partition;
  partition.min_nodes = 2;
  partition.max_nodes = 4;
  partition.max_time = 7200;
  const auto run = [&](bool Qos::*flag, int size, Seconds walltime, const std::string& outside) {
    auto site = site_with(partition);
    site.qos["normal"].*flag = true;
    return LimitAsking(site, {{"outside_partition", outside}}, 6).run({"ann", "", size, walltime});
  };
  EXPECT_EQ(run(&Qos::ignores_min_nodes, 1, 60, "wait"), "");
  EXPECT_EQ(run(&Qos::ignores_max_nodes, 5, 60, "wait"), "");
  EXPECT_EQ(run(&Qos::ignores_max_nodes, 7, 60, "wait"), "PartitionNodeLimit");
  EXPECT_EQ(run(&Qos::ignores_max_time, 2, 1e6, "wait"), "");
  EXPECT_EQ(run(&Qos::ignores_max_time, 5, 60, "wait"), "PartitionNodeLimit");
  EXPECT_EQ(run(&Qos::ignores_max_nodes, 5, 60, "refuse"), "refused: PartitionNodeLimit");
}

// The list of those who are allowed makes that of those who are not void.
TEST(SlurmLimitsOfPartitions, LetInWhoIsAllowed) {
  auto site = site_with_accounts();
  add_qos(site, "normal");
  add_qos(site, "other");
  auto& open = site.partitions["open"];
  open.deny_accounts = {"a"};
  open.deny_qos = {"other"};
  auto& closed = site.partitions["closed"];
  closed.allow_accounts = {"a"};
  closed.deny_accounts = {"a"};
  closed.allow_qos = {"other"};
  auto& groups = site.partitions["groups"];
  groups.allow_groups = {"staff"};
  LimitAsking asking(site);
  const auto run = [&](const std::string& user, const std::string& qos, const std::string& partition,
                       const std::string& group) {
    LimitedJob job{user, qos, 1, 600, "", partition};
    job.group = group;
    return asking.run(job);
  };
  EXPECT_EQ(run("ann", "", "open", ""), "refused: InvalidAccount");
  EXPECT_EQ(run("bob", "", "open", ""), "");
  EXPECT_EQ(run("bob", "other", "open", ""), "refused: InvalidQOS");
  EXPECT_EQ(run("ann", "other", "closed", ""), "");
  EXPECT_EQ(run("ann", "", "closed", ""), "refused: InvalidQOS");
  EXPECT_EQ(run("bob", "other", "closed", ""), "refused: InvalidAccount");
  EXPECT_EQ(run("bob", "", "groups", "staff"), "");
  EXPECT_EQ(run("bob", "", "groups", "guests"), "refused: PartitionConfig");
}

// Nodes have 2 GB at most. A job of 3 CPUs that does not say has 0.5 GB for each of them: 1536 MB.
TEST(SlurmLimitsOfPartitions, KnowTheMemoryOfJobs) {
  constexpr Bytes gigabyte = 1024.0 * 1024 * 1024;
  Partition partition;
  partition.max_memory_per_node = 2 * gigabyte;
  partition.default_memory_per_cpu = gigabyte / 2;
  auto site = site_with(partition);
  site.qos["normal"].limits.max_tres_per_job["mem"] = 1535;
  LimitAsking asking(site);
  LimitedJob job{"ann", "", 3};
  EXPECT_EQ(asking.run(job), "QOSMaxMemoryPerJob");
  job.demands.memory = 3 * gigabyte;
  EXPECT_EQ(asking.run(job), "MaxMemPerLimit");
  site.partitions["p"].default_memory_per_node = gigabyte / 4; // of each node, whatever its CPUs
  LimitAsking by_node(site);
  EXPECT_EQ(by_node.run({"ann", "", 3}), "");
}

// Where a request says on which nodes it may run, these are the partition.
TEST(SlurmLimitsOfPartitions, AreAsLargeAsTheNodesAllowed) {
  const auto policy = test::make<Limit>("cluster/slurm_limits");
  const auto site = site_with({});
  const IndexSet allowed(2, 3);
  Request request;
  request.allowed = &allowed;
  QueuedJob job;
  job.size = 3;
  job.request = &request;
  EXPECT_EQ(policy->why_not_now(job, {0, 8, site}), nullptr);
  job.id = 1;
  job.size = 4;
  EXPECT_STREQ(policy->why_not_now(job, {0, 8, site}), "PartitionNodeLimit");
}

} // namespace slurm_limits_partitions_test
} // namespace malha::cluster
