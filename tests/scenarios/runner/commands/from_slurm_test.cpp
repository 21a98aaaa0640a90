// SPDX-License-Identifier: MIT
// malha platform from-slurm: the platform and the deployment of a site, and what is refused.
#include "tests/support/page_steps.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace from_slurm_test {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class FromSlurm : public ::testing::Test {
protected:
  Said malha(const std::string& arguments) const {
    return run_shell("\"$MALHA\" " + arguments, folder_.path());
  }
  /// Writes slurm.conf, and platform and deployment of it.
  Said written(const std::string& conf, const std::string& options = "") const {
    write_text(folder_ / "slurm.conf", conf);
    return malha("platform from-slurm slurm.conf -o p.xml --deployment d.xml " + options);
  }
  void expect_refused(const std::string& conf, const std::string& message, const std::string& options = "") {
    const auto said = written(conf, options);
    EXPECT_EQ(said.err, "malha: " + message + "\n");
    EXPECT_EQ(said.out, "");
    EXPECT_EQ(said.status, 2);
    for (const std::string file : {"p.xml", "d.xml", "p.xml.partial", "d.xml.partial"})
      EXPECT_FALSE(std::filesystem::exists(folder_ / file)) << file;
  }

  const std::string nodes_ =
      "ClusterName=lab\nGresTypes=gpu\nNodeName=n[1-2] CPUs=4 RealMemory=2000 Gres=gpu:2 Weight=3\n"
      "NodeName=n3 CPUs=8 Gres=gpu:a100:1,gpu:v100:2 Feature=big,fast\n"
      "PartitionName=p1 Nodes=ALL Default=YES PriorityJobFactor=20\nPartitionName=p2 Nodes=n1\n";
  TemporaryFolder folder_;
};

// 2000 MB are 2000 · 1024 · 1024 bytes.
TEST_F(FromSlurm, WritesTheNodes) {
  const auto said = written(nodes_, "--speed 2e9 --set platform.bandwidth=1e8");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto xml = text_of(folder_ / "p.xml");
  EXPECT_TRUE(holds(
      xml, "<host id=\"front\" speed=\"2e+09f\" core=\"1\">\n      <prop id=\"role\" value=\"master\" />"))
      << xml;
  EXPECT_TRUE(holds(xml, "<host id=\"n1\" speed=\"2e+09f\" core=\"4\">\n"
                         "      <prop id=\"gres\" value=\"gpu:2\" />\n"
                         "      <prop id=\"memory\" value=\"2097152000\" />\n"
                         "      <prop id=\"role\" value=\"worker\" />\n"
                         "      <prop id=\"weight\" value=\"3\" />\n    </host>"))
      << xml;
  EXPECT_TRUE(holds(xml, "<host id=\"n3\" speed=\"2e+09f\" core=\"8\">\n"
                         "      <prop id=\"features\" value=\"big,fast\" />\n"
                         "      <prop id=\"gres\" value=\"gpu:a100:1,gpu:v100:2\" />\n"
                         "      <prop id=\"role\" value=\"worker\" />\n"
                         "      <prop id=\"weight\" value=\"1\" />\n    </host>"))
      << xml;
  EXPECT_TRUE(holds(xml, "bandwidth=\"1e+08Bps\"")) << xml;
}

// Weights that the file does not say are 0, as in Slurm. Two passes a minute are five minutes in seconds.
TEST_F(FromSlurm, WritesTheSchedulers) {
  const auto said = written(
      nodes_ + "SchedulerParameters=bf_interval=15,defer,default_queue_depth=7\n"
               "PriorityType=priority/multifactor\nPriorityWeightFairshare=1000\nPriorityWeightPartition=50\n"
               "PriorityWeightJobSize=5\nPriorityFavorSmall=YES\nPriorityMaxAge=1-0\nPriorityCalcPeriod=2\n"
               "PriorityFlags=NO_FAIR_TREE,MAX_TRES\nFairShareDampeningFactor=4\nKillWait=9\n"
               "PriorityDecayHalfLife=0\nPriorityUsageResetPeriod=MONTHLY\nMailProg=/bin/true\n");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto xml = text_of(folder_ / "d.xml");
  const std::vector<std::pair<std::string, std::string>> properties{
      {"policy", "cluster/slurm"},
      {"policy.bf_interval", "15"},
      {"policy.default_queue_depth", "7"},
      {"policy.priority", "cluster/multifactor"},
      {"policy.priority.dampening", "4"},
      {"policy.priority.fair_share", "classic"},
      {"policy.priority.favor", "small"},
      {"policy.priority.half_life", "0"},
      {"policy.priority.max_age", "86400"},
      {"policy.priority.partitions", "p1:20,p2:1"},
      {"policy.priority.period", "120"},
      {"policy.priority.reset", "monthly"},
      {"policy.priority.weight_age", "0"},
      {"policy.priority.weight_fair_share", "1000"},
      {"policy.priority.weight_partition", "50"},
      {"policy.priority.weight_qos", "0"},
      {"policy.priority.weight_size", "5"}};
  for (const auto& [id, value] : properties)
    EXPECT_TRUE(holds(xml, "<prop id=\"" + id + "\" value=\"" + value + "\" />")) << id << "\n" << xml;
  const auto notes = replaced(said.out, "\n", " ");
  EXPECT_TRUE(holds(notes, "written: p.xml, with 3 nodes ")) << notes;
  for (const std::string key : {"KillWait", "MailProg", "PartitionName.Default", "PriorityFlags=MAX_TRES",
                                "SchedulerParameters=defer"}) {
    const auto at = notes.find(" " + key);
    ASSERT_NE(at, std::string::npos) << key << "\n" << notes;
    EXPECT_EQ(notes.find(" " + key + ",", at + 1), std::string::npos) << key << "\n" << notes;
  }
  EXPECT_FALSE(holds(notes, "bf_interval")) << notes;
}

TEST_F(FromSlurm, HasNoPrioritiesWhereTheSiteHasNone) {
  const auto said = written(nodes_ + "SchedulerType=sched/builtin\nSchedulerParameters=bf_interval=15\n");
  ASSERT_EQ(said.status, 0) << said.err;
  const auto xml = text_of(folder_ / "d.xml");
  EXPECT_TRUE(holds(xml, "<prop id=\"policy.scheduler\" value=\"builtin\" />")) << xml;
  EXPECT_FALSE(holds(xml, "policy.priority")) << xml;
  EXPECT_FALSE(holds(xml, "bf_interval")) << xml;
  EXPECT_TRUE(holds(said.out, "SchedulerParameters=bf_interval")) << said.out;
}

// Four jobs of one node each, and three nodes: one waits for another.
TEST_F(FromSlurm, RunsJobs) {
  ASSERT_EQ(written(nodes_ + "PriorityType=priority/multifactor\nPriorityWeightAge=10\n").status, 0);
  const auto said = malha(
      "simulate -p p.xml -d d.xml -w rigid_jobs --set workload.jobs=4 --set workload.max_resources=1 --set "
      "workload.work=5e9 --set transport=instant -o out && \"$MALHA\" validate out");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_TRUE(holds(said.out, ", valid\n")) << said.out;
}

// What the page shows works as it stands.
TEST_F(FromSlurm, IsDescribed) {
  write_text(folder_ / "slurm.conf", nodes_ + "PriorityType=priority/multifactor\nPriorityWeightAge=10\n");
  std::string commands;
  for (const auto& step : steps_of(text_of(MALHA_SOURCE_FOLDER "/docs/platforms.md")))
    if (holds(step.commands, "from-slurm"))
      commands += step.commands;
  ASSERT_TRUE(holds(commands, "-d slurm.xml"));
  const auto said = run_shell("set -e\n" + replaced(commands, "./malha", "\"$MALHA\""), folder_.path());
  EXPECT_EQ(said.status, 0) << said.out << said.err;
  EXPECT_TRUE(holds(said.out, "malha-out/001-")) << said.out;
}

TEST_F(FromSlurm, SaysWhatBecameOfNodes) {
  const auto said =
      written("NodeName=n1\nNodeName=n2 State=FUTURE\nNodeName=n3 State=DRAIN\nNodeName=front\n");
  EXPECT_TRUE(holds(said.out, "note: nodes in state FUTURE are left out: n2\n")) << said.out;
  EXPECT_TRUE(holds(said.out, "note: nodes that are down or drained there are up here: n3\n")) << said.out;
  const auto xml = text_of(folder_ / "p.xml");
  EXPECT_TRUE(holds(xml, "<host id=\"front-end\"")) << xml;
  EXPECT_FALSE(holds(xml, "\"n2\"")) << xml;
}

// Without -o the platform goes to the standard output, and what is said of it to the other one.
TEST_F(FromSlurm, MayPrintThePlatform) {
  ASSERT_EQ(written(nodes_).status, 0);
  const auto said = malha("platform from-slurm slurm.conf");
  EXPECT_EQ(said.out, text_of(folder_ / "p.xml"));
  EXPECT_TRUE(holds(said.err, "note: keys without effect here: PartitionName.Default")) << said.err;
  ASSERT_EQ(malha("platform star --set platform.hosts=3 -o star.xml").status, 0);
  EXPECT_EQ(text_of(folder_ / "star.xml"), malha("platform star --set platform.hosts=3").out);
}

TEST_F(FromSlurm, WritesNothingWhereSomethingIsWrong) {
  expect_refused("NodeName=n[4-1]\n",
                 "slurm.conf:1: 'n[4-1]' counts down; valid: the smaller number first, as in n[1-4]");
  expect_refused("ClusterName=lab\n", "slurm.conf: has no nodes; valid: rows such as NodeName=n[1-4] CPUs=4");
  expect_refused(
      nodes_ + "SchedulerParameters=bf_interval=x\n",
      "slurm.conf: policy 'cluster/slurm': parameter 'bf_interval' cannot be 'x'; valid: an integer, "
      "from 0 to 1000000000");
  expect_refused(
      nodes_ + "PriorityType=priority/multifactor\nPriorityMaxAge=x\n",
      "slurm.conf: PriorityMaxAge is 'x'; valid: a time such as 30 (minutes), 30:00, 12:30:00, 1-12, "
      "1-12:30, 1-12:30:00, or UNLIMITED");
  expect_refused(nodes_ + "PriorityType=priority/fast\n",
                 "slurm.conf: PriorityType is 'priority/fast'; valid: priority/basic, priority/multifactor");
  expect_refused(
      nodes_,
      "platform from-slurm: parameter 'speed' cannot be '0'; valid: a number of flop/s, above 0, such as "
      "1e9 or 1Gf",
      "--speed 0");
  const auto said = malha("platform from-slurm slurm.conf -o p.xml --deployment no/d.xml");
  EXPECT_EQ(said.err, "malha: platform: no is not a folder; valid: an existing folder\n");
  EXPECT_FALSE(std::filesystem::exists(folder_ / "p.xml"));
}

TEST_F(FromSlurm, RefusesOptionsWithoutEffect) {
  const auto refused = [&](const std::string& arguments) { return malha("platform " + arguments).err; };
  EXPECT_EQ(refused("star --deployment d.xml"),
            "malha: platform: --deployment has no effect; valid: with from-slurm\n");
  EXPECT_EQ(refused("star --speed 1"),
            "malha: platform: --speed has no effect; valid: with from-slurm, or --set platform.speeds=S\n");
  EXPECT_EQ(refused("from-slurm"),
            "malha: platform: from-slurm takes one file; valid: malha platform from-slurm slurm.conf\n");
  write_text(folder_ / "slurm.conf", nodes_);
  EXPECT_EQ(refused("from-slurm slurm.conf --seed 3"),
            "malha: platform: --seed has no effect, since nothing is drawn; valid: from-slurm without it\n");
  EXPECT_EQ(refused("from-slurm slurm.conf -o a.xml --deployment a.xml"),
            "malha: platform: a.xml is given twice; valid: two files\n");
}

} // namespace from_slurm_test
} // namespace malha::testing
