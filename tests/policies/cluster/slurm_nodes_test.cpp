// SPDX-License-Identifier: MIT
// cluster/slurm with partitions that share nodes, and with windows.
#include "slurm_cluster.hpp"

namespace malha::cluster {
namespace slurm_nodes_test {

constexpr Seconds minute = 60;

/// Passes are made whenever the policy is asked.
const SlurmCluster::Given at_once{{"bf_interval", "0"}}, builtin{{"scheduler", "builtin"}};

Partition partition(const std::string& name, std::int64_t tier = 1) {
  Partition made;
  made.name = name;
  made.tier = tier;
  return made;
}

/// Two partitions of a cluster of 5 nodes: a has nodes 0 and 1, b has nodes 1 to 4.
struct Shared : SlurmCluster {
  explicit Shared(const Given& parameters) : SlurmCluster(5, parameters) {
    site.partitions = {{"a", partition("a")}, {"b", partition("b")}};
  }
  void submit_to_a(const std::string& name, int size, Seconds walltime = 60 * minute) {
    submit(name, {size, walltime, "a", "", "0-1"});
  }
  void submit_to_b(const std::string& name, int size, Seconds walltime = 60 * minute) {
    submit(name, {size, walltime, "b", "", "1-4"});
  }
};

// Node 0 is busy, so that a job of both nodes of partition a waits. It closes its partition: a job of one
// node waits behind it. Of partition b nodes 2 to 4 are left, since node 1 is closed, too.
TEST(SlurmNodes, AJobThatDoesNotFitClosesItsPartitionAndItsNodes) {
  Shared cluster(builtin);
  cluster.submit("busy", {1, 60 * minute, "a", "", "0"});
  cluster.submit_to_a("two", 2);
  cluster.submit_to_a("one", 1);
  cluster.submit_to_b("four", 4);
  cluster.submit_to_b("three", 3);
  cluster.ask();
  EXPECT_EQ(cluster.state("two"), "waits");
  EXPECT_EQ(cluster.state("one"), "waits");
  EXPECT_EQ(cluster.state("four"), "waits");
  EXPECT_EQ(cluster.state("three"), "waits"); // behind "four", which has closed partition b
}

TEST(SlurmNodes, AClosedPartitionLeavesTheOtherNodesToOthers) {
  Shared cluster(builtin);
  cluster.submit("busy", {1, 60 * minute, "a", "", "0"});
  cluster.submit_to_a("two", 2);
  cluster.submit_to_b("three", 3);
  cluster.submit_to_b("more", 1);
  cluster.ask();
  EXPECT_EQ(cluster.state("three"), "2-4");
  EXPECT_EQ(cluster.state("more"), "waits"); // node 1 is free, and closed
  EXPECT_EQ(cluster.why("three"), "fits");
}

// A pass keeps node 1 for "two" from 60 min on. A job of partition b of 30 min fills the gap, one of 90 min
// does not.
TEST(SlurmNodes, PassesFillGapsOnSharedNodes) {
  for (const auto& [walltime, state] :
       std::map<Seconds, std::string>{{30 * minute, "1"}, {90 * minute, "waits"}}) {
    Shared cluster(at_once);
    cluster.submit("busy", {1, 60 * minute, "a", "", "0"});
    cluster.submit_to_a("two", 2);
    cluster.submit_to_b("three", 3, 120 * minute);
    cluster.submit_to_b("more", 1, walltime);
    cluster.ask();
    EXPECT_EQ(cluster.state("three"), "2-4");
    EXPECT_EQ(cluster.state("more"), state);
  }
}

// Nodes 0 to 2 are free, and the job may run on nodes 2 and 3 only, of which 3 is busy until 10 min.
TEST(SlurmNodes, PlansAJobForTheNodesOnWhichItMayRun) {
  SlurmCluster cluster(4, at_once);
  cluster.submit("busy", {1, 10 * minute, "", "", "3"});
  cluster.submit("job", {2, minute, "", "", "2-3"});
  const auto decision = cluster.ask();
  EXPECT_EQ(test::QueueAsking::reasons(decision), (std::vector<std::string>{"0 head", "1 reserved 600"}));
}

// Both partitions have all nodes. The job of the larger tier goes first although it came later.
TEST(SlurmNodes, LargerTiersGoFirst) {
  SlurmCluster cluster(2, at_once);
  cluster.site.partitions = {{"low", partition("low", 1)}, {"high", partition("high", 2)}};
  cluster.submit("first", {2, minute, "low"});
  cluster.submit("second", {2, minute, "high"});
  cluster.ask();
  EXPECT_EQ(cluster.state("first"), "waits");
  EXPECT_EQ(cluster.state("second"), "0-1");
}

// The first job that waits reserves, in each partition: "all_a" at 10 min, and "all_b" behind it, at 70 min.
// "long" would delay it.
TEST(SlurmNodes, CountsReservationsByPartition) {
  Shared cluster({{"bf_interval", "0"}, {"bf_job_part_count_reserve", "1"}});
  cluster.submit("busy", {2, 10 * minute, "", "", "1-2"});
  cluster.submit_to_a("all_a", 2);
  cluster.submit_to_b("all_b", 4);
  cluster.submit_to_b("long", 1, 120 * minute);
  cluster.submit_to_b("short", 1, 9 * minute);
  cluster.ask();
  EXPECT_EQ(cluster.why("all_a"), "reserved");
  EXPECT_EQ(cluster.why("all_b"), "reserved");
  EXPECT_EQ(cluster.state("long"), "waits");
  EXPECT_EQ(cluster.state("short"), "3");
}

// A job of a QOS with NoReserve reserves nothing: "long", behind it, starts.
TEST(SlurmNodes, AQosMayReserveNothing) {
  for (const bool reserves : {true, false}) {
    SlurmCluster cluster(2, at_once);
    Qos standby;
    standby.name = "standby";
    standby.no_reserve = !reserves;
    cluster.site.qos = {{"standby", standby}};
    cluster.submit("busy", {1, 10 * minute});
    cluster.submit("both", {2, minute, "", "standby"});
    cluster.submit("long", {1, 60 * minute});
    cluster.ask();
    EXPECT_EQ(cluster.state("both"), "waits");
    EXPECT_EQ(cluster.state("long"), reserves ? "waits" : "1");
  }
}

// slurm/measured_rules.csv, "maintenance in 3 min": a job of 2 min starts, one of 4 min waits for its end.
TEST(SlurmNodes, JobsEndBeforeMaintenance) {
  SlurmCluster cluster(4, at_once);
  cluster.windows = {{"upkeep", 3 * minute, 60 * minute, IndexSet(0, 4), true}};
  cluster.submit("short", {1, 2 * minute});
  cluster.submit("long", {1, 4 * minute});
  cluster.submit("exact", {1, 3 * minute});
  const auto decision = cluster.ask();
  EXPECT_EQ(cluster.state("short"), "0");
  EXPECT_EQ(cluster.state("long"), "waits");
  EXPECT_EQ(cluster.why("long"), "maintenance_ahead"); // "ReqNodeNotAvail, Reserved for maintenance"
  EXPECT_EQ(cluster.state("exact"), "1");              // it ends when the maintenance begins
  EXPECT_EQ(decision.reasons.back().date, 60 * minute);
  cluster.end("short");
  cluster.end("exact");
  EXPECT_EQ(cluster.ask_at(3 * minute).wake, 60 * minute);
  cluster.windows.clear();
  cluster.ask_at(60 * minute);
  EXPECT_EQ(cluster.state("long"), "0");
}

// slurm/measured_rules.csv, "reservation of 2 of 4 nodes": a job of 4 nodes waits, one of 2 runs on n3 and
// n4.
TEST(SlurmNodes, JobsKeepOffTheWindowsOfOthers) {
  SlurmCluster cluster(4, at_once);
  cluster.windows = {{"course", 0, 60 * minute, IndexSet(0, 2), false}};
  cluster.submit("four", {4, minute});
  cluster.submit("two", {2, minute});
  cluster.ask();
  EXPECT_EQ(cluster.state("four"), "waits");
  EXPECT_EQ(cluster.why("four"), "window_ahead"); // "ReqNodeNotAvail, May be reserved for other job"
  EXPECT_EQ(cluster.state("two"), "2-3");
}

// A job of a window waits for its begin, although nodes are free, and then starts on its nodes, before jobs
// that came earlier. One that would not end within the window never starts.
TEST(SlurmNodes, JobsOfAWindowRunWithinIt) {
  SlurmCluster cluster(4, at_once);
  cluster.windows = {{"course", 10 * minute, 20 * minute, IndexSet(2, 2), false}};
  cluster.submit("other", {4, minute});
  cluster.submit("lesson", {2, 10 * minute, "", "", "", 0});
  cluster.submit("lecture", {1, 11 * minute, "", "", "", 0});
  EXPECT_EQ(cluster.ask().wake, 10 * minute);
  EXPECT_EQ(cluster.state("other"), "0-3");
  EXPECT_EQ(cluster.why("lesson"), "outside_of_window");
  cluster.end("other");
  cluster.submit("another", {4, minute});
  cluster.now = 9 * minute;
  cluster.ask();
  EXPECT_EQ(cluster.state("another"), "0-3"); // it ends at 10 min
  cluster.end("another");
  cluster.submit("last", {4, minute});
  cluster.ask_at(10 * minute);
  EXPECT_EQ(cluster.state("lesson"), "2-3");
  EXPECT_EQ(cluster.state("last"), "waits");
  EXPECT_EQ(cluster.why("lecture"), "outside_of_window");
}

// "both" could begin at 50 min, but would run into the maintenance then: it is planned for its end. A job of
// 20 min fits now until 40 min, before the maintenance, one of 70 min does not.
TEST(SlurmNodes, PlansNobodyIntoAWindow) {
  SlurmCluster cluster(3, at_once);
  cluster.windows = {{"upkeep", 60 * minute, 80 * minute, IndexSet(0, 3), true}};
  cluster.submit("busy", {2, 50 * minute});
  cluster.submit("both", {2, 20 * minute});
  cluster.submit("long", {1, 70 * minute});
  cluster.submit("short", {1, 20 * minute});
  const auto decision = cluster.ask();
  EXPECT_EQ(test::QueueAsking::reasons(decision),
            (std::vector<std::string>{"0 head", "3 delays_no_reservation", "1 reserved 4800",
                                      "2 maintenance_ahead 4800"}));
}

// "both" waits for the maintenance to end. The policy asks to be asked again in time.
TEST(SlurmNodes, LooksAgainWhenAWindowEnds) {
  SlurmCluster cluster(2, {});
  cluster.windows = {{"upkeep", 10 * minute, 20 * minute, IndexSet(0, 1), true}};
  cluster.submit("both", {2, 15 * minute});
  while (cluster.state("both") == "waits" && cluster.now < 60 * minute) {
    const Seconds next = cluster.ask().wake;
    if (cluster.state("both") == "waits")
      cluster.now = next;
    if (cluster.now >= 20 * minute) // one that is over is not shown any more
      cluster.windows.clear();
  }
  EXPECT_EQ(cluster.now, 20 * minute);
}

} // namespace slurm_nodes_test
} // namespace malha::cluster
