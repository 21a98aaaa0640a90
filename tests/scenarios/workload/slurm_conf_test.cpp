// SPDX-License-Identifier: MIT
// slurm.conf: what is read of it, and what is refused. Which rows are refused, and which names a host
// expression has, is what `scontrol` of Slurm 22.05.8 does with the same text, unless a comment says why not.
#include "scenarios/workload/files/slurm_conf.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/host_names.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace slurm_conf_test {

using Names = std::vector<std::string>;
constexpr Seconds minute = 60, hour = 3600, day = 86400;
constexpr Bytes megabyte = 1048576;

class SlurmConfFile : public ::testing::Test {
protected:
  SlurmConf read(const std::string& text) const {
    write_text(folder_ / "slurm.conf", text);
    return read_slurm_conf(folder_ / "slurm.conf");
  }
  /// What is said of the file, behind its name.
  std::string refusal(const std::string& text) const {
    const auto said = thrown<InputError>([&] { read(text); });
    const auto place = (folder_ / "slurm.conf").string();
    return said.rfind(place, 0) == 0 ? said.substr(place.size()) : said;
  }
  /// Of a row below a node n1 and the type gpu.
  std::string refusal_of(const std::string& row) const {
    return refusal("GresTypes=gpu\nNodeName=n1\n" + row + "\n");
  }

  TemporaryFolder folder_;
};

Names names_of(const std::vector<SlurmNode>& nodes) {
  Names names;
  for (const auto& node : nodes)
    names.push_back(node.name);
  return names;
}

Names texts_of(const std::vector<KeyWithoutEffect>& keys) {
  Names texts;
  for (const auto& [key, rows] : keys)
    texts.push_back(key + " " + std::to_string(rows));
  return texts;
}

// With comments, continued rows, keys in any case, values in quotes, and defaults for what follows.
TEST_F(SlurmConfFile, SaysNodes) {
  const auto conf =
      read("# a site\r\nclustername=lab # its name\nGRESTYPES=gpu\n"
           "NodeName=DEFAULT RealMemory=1000 \\\n  Weight=5\n"
           "NodeName=n[1-2] CPUs=4 Gres=gpu:2\n"
           "NodeName=DEFAULT Feature=big,fast\n"
           "  nodename = n3 Sockets=2 CoresPerSocket=8 ThreadsPerCore=2 Weight=7 State=DOWN "
           "Reason=\"no power\"\n"
           "NodeName=n4 Procs=16 CoresPerSocket=8 Gres=gpu:a100:2,gpu:v100:1 RealMemory=2000\n");
  EXPECT_EQ(conf.cluster, "lab");
  ASSERT_EQ(names_of(conf.nodes), (Names{"n1", "n2", "n3", "n4"}));
  const auto &n2 = conf.nodes[1], &n3 = conf.nodes[2], &n4 = conf.nodes[3];
  EXPECT_EQ(n2.cpus, 4);
  EXPECT_EQ(n2.sockets, 4); // Slurm infers them from the CPUs
  EXPECT_EQ(n2.memory, 1000 * megabyte);
  EXPECT_EQ(n2.weight, 5);
  EXPECT_EQ(n2.features, Names{});
  EXPECT_EQ(n2.state, "UNKNOWN");
  EXPECT_EQ(n2.gres, (std::map<std::string, std::int64_t>{{"gpu", 2}}));
  EXPECT_EQ(n3.cpus, 32); // 2 · 8 · 2
  EXPECT_EQ(n3.weight, 7);
  EXPECT_EQ(n3.state, "DOWN");
  EXPECT_EQ(n3.features, (Names{"big", "fast"}));
  EXPECT_EQ(n4.cpus, 16);
  EXPECT_EQ(n4.sockets, 2); // 16 / 8
  EXPECT_EQ(n4.memory, 2000 * megabyte);
  EXPECT_EQ(n4.gres, (std::map<std::string, std::int64_t>{{"gpu", 3}, {"gpu:a100", 2}, {"gpu:v100", 1}}));
}

// CPUs may be sockets, cores or threads: 2 · 8 · 2.
TEST_F(SlurmConfFile, MayCountCpusInThreeWays) {
  for (const std::string cpus : {"2", "16", "32"})
    EXPECT_EQ(
        read("NodeName=n1 CPUs=" + cpus + " Sockets=2 CoresPerSocket=8 ThreadsPerCore=2\n").nodes[0].cpus,
        std::stoi(cpus));
  // Slurm sets CPUs to another number then, and says so.
  EXPECT_EQ(refusal("NodeName=n1 CPUs=4 Sockets=2 CoresPerSocket=8 ThreadsPerCore=2\n"),
            ":1: CPUs is '4'; valid: the number of sockets, 2, that of cores, 16, or that of threads, 32");
}

TEST_F(SlurmConfFile, SaysPartitions) {
  const auto conf =
      read("PartitionName=DEFAULT MaxTime=1-0 State=DRAIN\n"
           "PartitionName=p1 Nodes=ALL Default=YES DefaultTime=30 State=UP PriorityJobFactor=20 "
           "TRESBillingWeights=CPU=1.0,Mem=0.25G MaxNodes=4\n"
           "PartitionName=p2 Nodes=n[1-2],n1 MaxTime=90:30 PriorityTier=5 AllowQos=high,normal "
           "DenyAccounts=a QOS=part PreemptMode=REQUEUE GraceTime=20 DefMemPerCPU=10 "
           "OverSubscribe=EXCLUSIVE MinNodes=2\n"
           "PartitionName=p3 Nodes=fast,slow MaxTime=UNLIMITED MaxNodes=UNLIMITED AllowQos=ALL\n"
           "NodeName=n[1-4] Feature=fast\nNodeName=m1\nNodeSet=fast Feature=fast\n"
           "NodeSet=slow Nodes=m1\nDefMemPerNode=500\nMaxMemPerNode=900\n");
  const auto &p1 = conf.partitions.at("p1"), &p2 = conf.partitions.at("p2"), &p3 = conf.partitions.at("p3");
  EXPECT_EQ(p1.nodes, Names{}); // all
  EXPECT_TRUE(p1.is_default);
  EXPECT_EQ(p1.max_time, day);
  EXPECT_EQ(p1.default_time, 30 * minute);
  EXPECT_EQ(p1.state, cluster::PartitionState::up);
  EXPECT_EQ(p1.priority, 20);
  EXPECT_EQ(p1.tier, 1);
  EXPECT_EQ(p1.max_nodes, 4);
  EXPECT_EQ(p1.billing_weights, (cluster::TresWeights{{"cpu", 1}, {"mem", 0.25 / 1024}}));
  EXPECT_EQ(p1.default_memory_per_node, 500 * megabyte); // of the cluster
  EXPECT_EQ(p1.max_memory_per_node, 900 * megabyte);
  EXPECT_EQ(p2.nodes, (Names{"n1", "n2"}));
  EXPECT_EQ(p2.state, cluster::PartitionState::drain);
  EXPECT_EQ(p2.max_time, 91 * minute); // seconds are rounded up
  EXPECT_EQ(p2.default_time, std::nullopt);
  EXPECT_EQ(p2.tier, 5);
  EXPECT_EQ(p2.allow_qos, (std::set<std::string>{"high", "normal"}));
  EXPECT_EQ(p2.deny_accounts, std::set<std::string>{"a"});
  EXPECT_EQ(p2.qos, "part");
  EXPECT_EQ(p2.preempt_mode, cluster::PreemptMode::requeue);
  EXPECT_EQ(p2.grace_time, 20);
  EXPECT_EQ(p2.default_memory_per_cpu, 10 * megabyte);
  EXPECT_EQ(p2.default_memory_per_node, 0); // its own per CPU goes before that of the cluster
  EXPECT_TRUE(p2.is_exclusive);
  EXPECT_EQ(p2.min_nodes, 2);
  EXPECT_EQ(p3.nodes, (Names{"n1", "n2", "n3", "n4", "m1"}));
  EXPECT_EQ(p3.max_time, never);
  EXPECT_EQ(p3.max_nodes, std::nullopt);
  EXPECT_EQ(p3.allow_qos, std::nullopt);
}

TEST_F(SlurmConfFile, SaysWhatHoldsForTheCluster) {
  const auto conf =
      read("Licenses=lic:3,bar,old*2\nSchedulerType=sched/builtin\n"
           "SchedulerParameters=bf_interval=15,defer,default_queue_depth=7\n"
           "PriorityType=priority/multifactor\npriorityweightage=100\nFairShareDampeningFactor=3\n"
           "PreemptType=preempt/qos\nPreemptMode=SUSPEND,GANG\nPreemptExemptTime=0:30\n"
           "MaxArraySize=51\nMaxJobCount=99\nJobRequeue=0\nEnforcePartLimits=ANY\n"
           "OverTimeLimit=2\nKillWait=3\nCompleteWait=4\nResvOverRun=UNLIMITED\n"
           "AccountingStorageEnforce=limits,qos\nMailProg=/bin/false\nSlurmctldHost=a\n"
           "SlurmctldHost=b\nDownNodes=n1 State=DOWN\n");
  EXPECT_EQ(conf.licences, (std::map<std::string, std::int64_t>{{"bar", 1}, {"lic", 3}, {"old", 2}}));
  EXPECT_EQ(conf.scheduler_type, "sched/builtin");
  EXPECT_EQ(conf.scheduler_parameters,
            (std::map<std::string, std::string>{
                {"bf_interval", "15"}, {"default_queue_depth", "7"}, {"defer", ""}}));
  EXPECT_EQ(conf.priority, (std::map<std::string, std::string>{{"PriorityType", "priority/multifactor"},
                                                               {"PriorityWeightAge", "100"}}));
  EXPECT_EQ(conf.fair_share_dampening, 3);
  EXPECT_EQ(conf.preempt_type, "preempt/qos");
  EXPECT_EQ(conf.preempt_mode, cluster::PreemptMode::suspend);
  EXPECT_EQ(conf.preempt_exempt_time, 30);
  EXPECT_EQ(conf.max_array_size, 51);
  EXPECT_EQ(conf.max_job_count, 99);
  EXPECT_FALSE(conf.job_requeue);
  EXPECT_EQ(conf.enforce_part_limits, EnforcedPartLimits::any);
  EXPECT_EQ(conf.over_time_limit, 2 * minute);
  EXPECT_EQ(conf.kill_wait, 3);
  EXPECT_EQ(conf.complete_wait, 4);
  EXPECT_EQ(conf.resv_over_run, never);
  EXPECT_EQ(conf.enforced, (std::set<std::string>{"limits", "qos"}));
  const auto all = keys_without_effect(conf, {});
  EXPECT_EQ(all.size(), conf.keys.size() + conf.ignored.size());
  std::set<std::string> used;
  for (const auto& [key, rows] : conf.keys)
    used.insert(key);
  EXPECT_EQ(
      texts_of(keys_without_effect(conf, used)),
      (Names{"DownNodes 1", "DownNodes.State 1", "MailProg 1", "PreemptMode=GANG 1", "SlurmctldHost 2"}));
}

TEST_F(SlurmConfFile, CountsKeysThatOthersUse) {
  const auto conf =
      read("NodeName=n[1-2] CPUs=2 Port=5\nNodeName=n3 CPUs=2\nPartitionName=p Nodes=n1 MaxTime=5 "
           "OverSubscribe=FORCE:4\nKillWait=3\n");
  EXPECT_EQ(texts_of(keys_without_effect(conf, {"PartitionName.", "KillWait"})),
            (Names{"NodeName.CPUs 2", "NodeName.Port 1", "PartitionName.OverSubscribe=FORCE 1"}));
}

// Slurm's formats: minutes, min:s, h:m:s, d-h, d-h:m, d-h:m:s.
TEST_F(SlurmConfFile, HasTimesInSixForms) {
  const auto limit = [&](const std::string& time) {
    return read("NodeName=n1\nPartitionName=p Nodes=n1 MaxTime=" + time + "\n").partitions.at("p").max_time;
  };
  EXPECT_EQ(limit("90"), 90 * minute);
  EXPECT_EQ(limit("90:00"), 90 * minute);
  EXPECT_EQ(limit("0:01"), minute); // rounded up
  EXPECT_EQ(limit("1:2:3"), hour + 3 * minute);
  EXPECT_EQ(limit("2-5"), 2 * day + 5 * hour);
  EXPECT_EQ(limit("2-05:30"), 2 * day + 5 * hour + 30 * minute);
  EXPECT_EQ(limit("2-05:30:01"), 2 * day + 5 * hour + 31 * minute);
  for (const std::string word : {"UNLIMITED", "infinite", "-1"})
    EXPECT_EQ(limit(word), never);
}

TEST_F(SlurmConfFile, MayIncludeOthers) {
  std::filesystem::create_directory(folder_ / "conf");
  write_text(folder_ / "conf/lab.nodes", "Include parts.conf\nNodeName=n1 CPUs=2\n");
  write_text(folder_ / "parts.conf", "PartitionName=p Nodes=n1\n"); // beside the first file
  const auto conf = read("ClusterName=lab\ninclude\tconf/%c.nodes\n");
  EXPECT_EQ(names_of(conf.nodes), Names{"n1"});
  EXPECT_EQ(conf.places.at("p"), (folder_ / "parts.conf").string() + ":1");
  EXPECT_EQ(refusal("Include no.conf\n"), ":1: Include: there is no file " + (folder_ / "no.conf").string() +
                                              "; valid: a file beside the first one, or a whole path");
  EXPECT_EQ(refusal("\nInclude slurm.conf\n"),
            ":2: Include: " + (folder_ / "slurm.conf").string() + " includes itself; valid: another file");
  write_text(folder_ / "parts.conf", "\n\nFoo=1\n");
  EXPECT_EQ(refusal("Include parts.conf\n"),
            (folder_ / "parts.conf").string() +
                ":3: unknown key 'Foo'; valid: a name that the manual page slurm.conf of Slurm 22.05 shows");
}

TEST_F(SlurmConfFile, IsRefusedAtKeysThatSlurmDoesNotKnow) {
  const std::string all = "; valid: a name that the manual page slurm.conf of Slurm 22.05 shows";
  EXPECT_EQ(refusal_of("Foo=1"), ":3: unknown key 'Foo'" + all);
  EXPECT_EQ(refusal_of("KilWait=1"), ":3: unknown key 'KilWait'; did you mean KillWait?" + all);
  EXPECT_EQ(refusal_of("NodeName=n2 CPU=1"), ":3: unknown key 'CPU'; did you mean CPUs?" + all);
  EXPECT_EQ(refusal_of("PartitionName=p Nodes=n1 MaxTim=1"),
            ":3: unknown key 'MaxTim'; did you mean MaxTime?" + all);
  EXPECT_EQ(refusal_of("DownNodes=n1 Foo=1"), ":3: unknown key 'Foo'; valid: Reason, State");
}

TEST_F(SlurmConfFile, IsRefusedAtRowsThatAreNone) {
  EXPECT_EQ(refusal_of("KillWait"), ":3: 'KillWait' has no '='; valid: Key=value");
  EXPECT_EQ(refusal_of("MailProg="), ":3: 'MailProg' has no value; valid: Key=value");
  EXPECT_EQ(refusal_of("MailProg=\"x"),
            ":3: the value of 'MailProg' has a quote without an end; valid: a closing quote");
  EXPECT_EQ(
      refusal_of("KillWait=3 NodeName=n2"),
      ":3: 'NodeName' stands behind 'KillWait'; valid: one key in a row that begins with neither NodeName "
      "nor PartitionName");
  EXPECT_EQ(refusal_of("MailProg=a\x01"), ":3: holds the control character U+0001; valid: text");
  // Slurm takes the last one of several values.
  EXPECT_EQ(refusal_of("KillWait=3\nKillWait=4"), ":4: 'KillWait' is set again; valid: once");
  EXPECT_EQ(refusal_of("NodeName=n2 CPUs=1 cpus=1"), ":3: 'CPUs' is set again; valid: once");
}

TEST_F(SlurmConfFile, IsRefusedAtWrongNodes) {
  EXPECT_EQ(refusal_of("NodeName=n[4-1]"),
            ":3: 'n[4-1]' counts down; valid: the smaller number first, as in n[1-4]");
  EXPECT_EQ(refusal_of("NodeName=n[0-1]"), ":3: node 'n1' is there already, in " +
                                               (folder_ / "slurm.conf").string() +
                                               ":2; valid: each node once");
  EXPECT_EQ(refusal_of("NodeName=n2 CPUs=x"), ":3: CPUs is 'x'; valid: a whole number from 1 to 1000000");
  EXPECT_EQ(refusal_of("NodeName=n2 RealMemory=1G"),
            ":3: RealMemory is '1G'; valid: a whole number of MB, or UNLIMITED");
  EXPECT_EQ(refusal_of("NodeName=n2 Gres=gpu"),
            ":3: Gres: 'gpu' is no device; valid: NAME:COUNT or NAME:TYPE:COUNT, such as gpu:2");
  EXPECT_EQ(refusal_of("NodeName=n2 Gres=gpu:1,gpu:a:1"),
            ":3: Gres has 'gpu' twice; valid: once, or each time with another type");
  EXPECT_EQ(refusal_of("NodeName=n2 Gres=gpx:1"), ":3: unknown device 'gpx' of node 'n2': GresTypes does not "
                                                  "have it; did you mean gpu?; valid: gpu");
  EXPECT_EQ(refusal_of("NodeName=n2 State=OFF"),
            ":3: State is 'OFF'; valid: UNKNOWN, CLOUD, DOWN, DRAIN, FAIL, FAILING, FUTURE, IDLE");
}

// Slurm takes partitions without nodes, of unknown nodes and with limits of 0; nothing could run there.
TEST_F(SlurmConfFile, IsRefusedAtWrongPartitions) {
  EXPECT_EQ(refusal_of("PartitionName=p"),
            ":3: partition 'p' has no nodes; valid: Nodes=ALL, or names such as Nodes=n[1-4]");
  EXPECT_EQ(refusal_of("NodeSet=s Feature=none\nPartitionName=p Nodes=s"),
            ":4: partition 'p' has no nodes; valid: Nodes=ALL, or names such as Nodes=n[1-4]");
  EXPECT_EQ(refusal_of("PartitionName=p Nodes=n2"),
            ":3: unknown node 'n2' of the partition; did you mean n1?; valid: n1");
  EXPECT_EQ(
      refusal_of("PartitionName=p Nodes=n1 MaxTime=0"),
      ":3: MaxTime is '0'; valid: a time above 0, such as 30 (minutes), 30:00, 12:30:00, 1-12, 1-12:30, "
      "1-12:30:00, or UNLIMITED");
  EXPECT_EQ(refusal_of("PartitionName=p Nodes=n1 DefaultTime=3m"),
            ":3: DefaultTime is '3m'; valid: a time such as 30 (minutes), 30:00, 12:30:00, 1-12, 1-12:30, "
            "1-12:30:00, or UNLIMITED");
  EXPECT_EQ(refusal_of("PartitionName=p Nodes=n1 MaxNodes=0"),
            ":3: MaxNodes is '0'; valid: a whole number above 0, or UNLIMITED");
  EXPECT_EQ(refusal_of("PartitionName=p Nodes=n1\nPartitionName=p Nodes=n1"),
            ":4: partition 'p' is there already, in " + (folder_ / "slurm.conf").string() +
                ":3; valid: each partition once");
  EXPECT_EQ(refusal_of("PartitionName=p Nodes=n1 Default=YES\nPartitionName=q Nodes=n1 Default=YES"),
            ":4: partition 'q' is the default, and so is 'p'; valid: one default partition");
  EXPECT_EQ(refusal_of("PartitionName=p,q Nodes=n1"),
            ":3: 'p,q' is no name of a partition; valid: a name without , : = [ ]");
  EXPECT_EQ(refusal_of("PartitionName=p Nodes=n1 TRESBillingWeights=CPU"),
            ":3: TRESBillingWeights: 'CPU' in the weights 'CPU' has no '='; valid: such as "
            "CPU=1.0,Mem=0.25G,GRES/gpu=2.0");
  EXPECT_EQ(refusal_of("NodeSet=s Nodes=n1 Feature=a"),
            ":3: node set 's' has other keys than one; valid: NodeSet=NAME Nodes=n[1-4], or Feature=WORD");
}

TEST_F(SlurmConfFile, IsRefusedAtOtherWrongValues) {
  EXPECT_EQ(refusal_of("Licenses=lic:x"),
            ":3: Licenses: the count of 'lic' is 'x'; valid: a whole number from 0 on");
  EXPECT_EQ(refusal_of("Licenses=lic:-1"),
            ":3: Licenses: the count of 'lic' is '-1'; valid: a whole number from 0 on");
  EXPECT_EQ(refusal_of("Licenses=a:1,a:2"), ":3: Licenses has 'a' twice; valid: once");
  EXPECT_EQ(refusal_of("SchedulerType=sched/backfil"),
            ":3: SchedulerType is 'sched/backfil'; did you mean "
            "sched/backfill?; valid: sched/backfill, sched/builtin");
  EXPECT_EQ(refusal_of("SchedulerParameters=defer,defer=1"),
            ":3: SchedulerParameters has 'defer' twice; valid: once");
  EXPECT_EQ(refusal_of("PreemptMode=CANCEL,REQUEUE"),
            ":3: PreemptMode is 'CANCEL,REQUEUE'; valid: one of OFF, "
            "CANCEL, REQUEUE, SUSPEND, and GANG or WITHIN beside it");
}

TEST(HostNames, AreThoseThatScontrolShows) {
  EXPECT_EQ(host_names("a,b[1-2]"), (Names{"a", "b1", "b2"}));
  EXPECT_EQ(host_names("n[1-4,7]"), (Names{"n1", "n2", "n3", "n4", "n7"}));
  EXPECT_EQ(host_names("n[08-10]"), (Names{"n08", "n09", "n10"}));
  EXPECT_EQ(host_names("n[8-010]"), (Names{"n8", "n9", "n10"}));
  EXPECT_EQ(host_names("n[001-2]"), (Names{"n001", "n002"}));
  EXPECT_EQ(host_names("r[1-2]n[1-2]"), (Names{"r1n1", "r1n2", "r2n1", "r2n2"}));
  EXPECT_EQ(host_names(" n1,,n2 "), (Names{"n1", "n2"}));
  EXPECT_EQ(host_names("n[1-3,2]"), (Names{"n1", "n2", "n3"})); // scontrol shows n2 again
}

TEST(HostNames, AreRefusedWhereScontrolRefusesThem) {
  const auto refused = [](const std::string& text) {
    return thrown<std::invalid_argument>([&] { host_names(text); });
  };
  EXPECT_EQ(refused("n[4-1]"), "'n[4-1]' counts down; valid: the smaller number first, as in n[1-4]");
  EXPECT_EQ(refused("n[1-2]-ib"),
            "'n[1-2]-ib' does not end in its last range; valid: such as rack[1-2]n[1-4]");
  for (const std::string range : {"", "1,", "a-b", "1-", "-2", "1-2-3"})
    EXPECT_NE(refused("n[" + range + "]").find("has the range '"), std::string::npos) << range;
  EXPECT_EQ(refused("n1]"), "'n1]' has a bracket without its other one; valid: such as n[1-4]");
  EXPECT_EQ(refused("n*"),
            "'n*' is no name of a host; valid: letters, digits, '.', '-' and '_', and ranges as in n[1-4]");
  EXPECT_EQ(refused("n[1-2000000]"), "'n[1-2000000]' stands for more than a million hosts; valid: fewer");
  EXPECT_EQ(refused("n[1-2000][1-2000]"),
            "'n[1-2000][1-2000]' stands for more than a million hosts; valid: fewer");
}

} // namespace slurm_conf_test
} // namespace malha::testing
