// SPDX-License-Identifier: MIT
#include "policies/sdk/errors.hpp"
#include "slurm_cluster.hpp"
#include "tests/support/thrown.hpp"

namespace malha::cluster {
namespace slurm_preemption_test {

using Given = SlurmCluster::Given;
using Texts = std::vector<std::string>;
using test::Ids;

constexpr Seconds minute = 60;

/// Partitions low, of tier 1, and high, of tier 2, which both have all nodes.
struct Tiers : SlurmCluster {
  explicit Tiers(int nodes, Given parameters = {})
      : SlurmCluster(nodes, with_preemption(std::move(parameters))) {
    for (const auto& [name, tier] : std::map<std::string, int>{{"low", 1}, {"high", 2}}) {
      site.partitions[name].name = name;
      site.partitions[name].tier = tier;
    }
  }
  static Given with_preemption(Given parameters) {
    parameters.insert({"preempt", "partition"});
    parameters.insert({"bf_interval", "0"});
    return parameters;
  }
  void submit_low(const std::string& name, int size, Seconds walltime = 60 * minute) {
    submit(name, {size, walltime, "low"});
  }
  void submit_high(const std::string& name, int size, Seconds walltime = 60 * minute) {
    submit(name, {size, walltime, "high"});
  }
  std::string states(const std::vector<std::string>& names) {
    std::string text;
    for (const auto& name : names)
      text += (text.empty() ? "" : ", ") + name + " " + state(name);
    return text;
  }
};

/// Jobs of 1, 2 and 1 nodes fill a cluster of 4.
struct Measured : Tiers {
  explicit Measured(const Given& parameters) : Tiers(4, parameters) {
    submit_low("low1", 1);
    submit_low("low2", 2);
    submit_low("low3", 1);
    ask_at(0);
    submit_high("high", 1);
    ask_at(60);
  }
};

// slurm/measured_rules.csv: a job of 1 node preempts the first one of 1 node, one of 2 the one of 2.
TEST(SlurmPreemption, TakesAsFewNodesAsItNeeds) {
  Measured requeue{Given()};
  EXPECT_EQ(requeue.states({"low1", "low2", "low3", "high"}), "low1 waits, low2 1-2, low3 3, high 0");
  requeue.submit_high("high2", 2);
  requeue.ask_at(120);
  EXPECT_EQ(requeue.states({"low1", "low2", "low3", "high", "high2"}),
            "low1 waits, low2 waits, low3 3, high 0, high2 1-2");
  EXPECT_EQ(requeue.why("high2"), "preempts");
}

TEST(SlurmPreemption, MayCancelJobs) {
  Measured cancel{Given{{"preempt_mode", "cancel"}}};
  cancel.submit_high("high2", 2);
  cancel.ask_at(120);
  EXPECT_EQ(cancel.states({"low1", "low2", "low3", "high", "high2"}),
            "low1 gone, low2 gone, low3 3, high 0, high2 1-2");
}

// Slurm's documentation: of jobs of 2, 4 and 8 nodes, one of 8 preempts only the last. The smallest would go
// first, until all three are taken away; then the choice is made again, from the last one on.
TEST(SlurmPreemption, ChoosesAgainToPreemptFewerJobs) {
  for (const auto& [count, state] :
       std::map<std::string, std::string>{{"1", "two 0-1, four 2-5, eight waits, high 6-13"},
                                          {"0", "two waits, four waits, eight waits, high 0-7"}}) {
    Tiers cluster(14, {{"preempt_reorder_count", count}});
    cluster.submit_low("two", 2);
    cluster.submit_low("four", 4);
    cluster.submit_low("eight", 8);
    cluster.ask();
    cluster.submit_high("high", 8);
    cluster.ask_at(60);
    EXPECT_EQ(cluster.states({"two", "four", "eight", "high"}), state) << count;
  }
}

// The youngest jobs go first: "new", although "old" is as small.
TEST(SlurmPreemption, MayTakeTheYoungestFirst) {
  for (const auto& [youngest, state] :
       std::map<std::string, std::string>{{"off", "old waits, new 1"}, {"on", "old 0, new waits"}}) {
    Tiers cluster(2, {{"preempt_youngest_first", youngest}});
    cluster.submit_low("old", 1);
    cluster.ask();
    cluster.submit_low("new", 1);
    cluster.ask_at(60);
    cluster.submit_high("high", 1);
    cluster.ask_at(120);
    EXPECT_EQ(cluster.states({"old", "new"}), state);
  }
}

// A job is exempt until 10 min after its start. The policy asks to be asked then.
TEST(SlurmPreemption, SparesJobsThatHaveJustStarted) {
  Tiers cluster(1, {{"preempt_exempt_time", "600"}, {"bf_interval", "30"}});
  cluster.submit_low("low", 1);
  cluster.ask();
  cluster.submit_high("high", 1);
  EXPECT_EQ(cluster.ask_at(60).wake, 600);
  EXPECT_EQ(cluster.states({"low", "high"}), "low 0, high waits");
  cluster.ask_at(600);
  EXPECT_EQ(cluster.states({"low", "high"}), "low waits, high 0");
}

// Nobody preempts a job of the same tier, or one of a partition with PreemptMode=OFF.
TEST(SlurmPreemption, NeedsALargerTierAndAMode) {
  Tiers cluster(1);
  cluster.submit_high("first", 1);
  cluster.ask();
  cluster.submit_high("second", 1);
  cluster.ask_at(60);
  EXPECT_EQ(cluster.states({"first", "second"}), "first 0, second waits");

  Tiers off(1);
  off.site.partitions["low"].preempt_mode = PreemptMode::off;
  off.submit_low("low", 1);
  off.ask();
  off.submit_high("high", 1);
  off.ask_at(60);
  EXPECT_EQ(off.states({"low", "high"}), "low 0, high waits");
}

// A partition may have another mode than the cluster. With a grace of 30 s the job is chosen at 60 s, holds
// its node until 90 s, and "high" starts then.
TEST(SlurmPreemption, GivesGrace) {
  Tiers cluster(2);
  cluster.site.partitions["low"].preempt_mode = PreemptMode::cancel;
  cluster.site.partitions["low"].grace_time = 30;
  cluster.submit_low("low1", 1);
  cluster.submit_low("low2", 1);
  cluster.ask();
  cluster.submit_high("high", 1);
  EXPECT_EQ(cluster.ask_at(60).wake, 90);
  EXPECT_EQ(cluster.states({"low1", "low2", "high"}), "low1 0, low2 1, high waits");
  cluster.submit_low("low3", 1);
  EXPECT_EQ(cluster.ask_at(70).wake, 90); // nobody else is chosen
  cluster.ask_at(90);
  EXPECT_EQ(cluster.states({"low1", "low2", "high", "low3"}), "low1 gone, low2 1, high 0, low3 waits");
}

/// QOSes urgent, which may preempt standby, and normal, which may not.
struct Classes : SlurmCluster {
  Classes(int nodes, const Given& parameters = {{"preempt", "qos"}, {"bf_interval", "0"}})
      : SlurmCluster(nodes, parameters) {
    for (const std::string name : {"urgent", "normal", "standby"})
      site.qos[name].name = name;
    site.qos["urgent"].preempts = {"standby"};
  }
  void submit_as(const std::string& qos, const std::string& name, int size, Seconds walltime = 60 * minute) {
    submit(name, {size, walltime, "", qos});
  }
};

TEST(SlurmPreemption, GoesByTheListOfAQos) {
  Classes cluster(2);
  cluster.submit_as("normal", "normal", 1);
  cluster.submit_as("standby", "standby", 1);
  cluster.ask();
  cluster.submit_as("urgent", "urgent", 1);
  cluster.submit_as("normal", "more", 1);
  cluster.ask_at(60);
  EXPECT_EQ(cluster.state("normal"), "0");
  EXPECT_EQ(cluster.state("standby"), "waits");
  EXPECT_EQ(cluster.state("urgent"), "1");
  EXPECT_EQ(cluster.state("more"), "waits");
}

// Jobs of smaller priority of their QOS are preempted first, then smaller ones.
TEST(SlurmPreemption, TakesTheQosOfSmallestPriorityFirst) {
  Classes cluster(2);
  cluster.site.qos["cheap"].name = "cheap";
  cluster.site.qos["cheap"].priority = -1;
  cluster.site.qos["urgent"].preempts.insert("cheap");
  cluster.submit_as("standby", "standby", 1);
  cluster.submit_as("cheap", "cheap", 1);
  cluster.ask();
  cluster.submit_as("urgent", "urgent", 1);
  cluster.ask_at(60);
  EXPECT_EQ(cluster.state("standby"), "0");
  EXPECT_EQ(cluster.state("cheap"), "waits");
}

// A job goes before those that it may preempt, although they came first: "urgent" takes the node that is
// free. "normal" keeps its place behind "standby".
TEST(SlurmPreemption, AJobGoesBeforeThoseThatItMayPreempt) {
  Classes cluster(1);
  cluster.submit_as("standby", "standby", 1);
  cluster.submit_as("normal", "normal", 1);
  cluster.submit_as("urgent", "urgent", 1, 10 * minute);
  cluster.ask();
  EXPECT_EQ(cluster.state("urgent"), "0");
  cluster.end("urgent");
  cluster.ask_at(60);
  EXPECT_EQ(cluster.state("standby"), "0");
}

// A pass preempts, too: "urgent" is behind "wide", which may preempt nobody, and ends before its reservation.
TEST(SlurmPreemption, PassesPreempt) {
  for (const auto& [walltime, state] :
       std::map<Seconds, std::string>{{30 * minute, "0"}, {90 * minute, "waits"}}) {
    Classes cluster(2);
    cluster.submit_as("standby", "standby", 1);
    cluster.submit_as("normal", "normal", 1);
    cluster.ask();
    cluster.submit_as("normal", "wide", 2);
    cluster.submit_as("urgent", "urgent", 1, walltime);
    cluster.ask_at(60);
    EXPECT_EQ(cluster.state("urgent"), state);
    EXPECT_EQ(cluster.state("standby"), state == "0" ? "waits" : "0");
  }
}

TEST(SlurmPreemption, RefusesWhatHasNoEffect) {
  const auto refusal = [](const Given& parameters) {
    return testing::thrown<std::invalid_argument>([&] { test::make<Queue>("cluster/slurm", parameters); });
  };
  EXPECT_EQ(refusal({{"preempt_mode", "cancel"}}),
            "settings of preemption have no effect with preempt=none; valid: preempt=partition, preempt=qos");
  EXPECT_EQ(refusal({{"preempt", "qos"}, {"reserve", "number"}}),
            "reserve=number lets nobody be preempted; valid: reserve=nodes, preempt=none");
}

TEST(SlurmPreemption, RefusesASiteWithoutItsRules) {
  const auto refusal = [](SlurmCluster cluster) {
    return testing::thrown<InputError>([&] { cluster.ask(); });
  };
  EXPECT_EQ(refusal(SlurmCluster(1, {{"preempt", "partition"}})),
            "preempt=partition needs partitions of the site; valid: preempt=none");
  EXPECT_EQ(refusal(SlurmCluster(1, {{"preempt", "qos"}})),
            "preempt=qos needs QOSes of the site; valid: preempt=none");
  Classes suspends(1);
  suspends.site.qos["standby"].preempt_mode = PreemptMode::suspend;
  EXPECT_EQ(refusal(std::move(suspends)),
            "QOS 'standby' suspends jobs, which cluster/slurm cannot; valid: off, cancel, requeue");
}

} // namespace slurm_preemption_test
} // namespace malha::cluster
