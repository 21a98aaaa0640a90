// SPDX-License-Identifier: MIT
// QOSes as `sacctmgr -P show qos` prints them, and limits as `sacctmgr dump` writes them.
#include "scenarios/workload/files/slurm_qos.hpp"

#include "policies/sdk/errors.hpp"
#include "scenarios/workload/files/slurm_limits.hpp"
#include "scenarios/workload/files/slurm_tres.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace slurm_qos_test {

using Names = std::vector<std::string>;
using cluster::TresAmounts;
constexpr Seconds minute = 60, hour = 3600, day = 86400;

class QosFiles : public ::testing::Test {
protected:
  QosFile read(const std::string& text) const {
    write_text(folder_ / "qos.txt", text);
    return read_qos(folder_ / "qos.txt");
  }
  std::string refusal(const std::string& text) const {
    const auto said = thrown<InputError>([&] { read(text); });
    const auto place = (folder_ / "qos.txt").string();
    return said.rfind(place, 0) == 0 ? said.substr(place.size()) : said;
  }

  TemporaryFolder folder_;
};

/// What Slurm 22.05 prints by default.
const std::string header =
    "Name|Priority|GraceTime|Preempt|PreemptExemptTime|PreemptMode|Flags|UsageThres|UsageFactor|GrpTRES|"
    "GrpTRESMins|GrpTRESRunMins|GrpJobs|GrpSubmit|GrpWall|MaxTRES|MaxTRESPerNode|MaxTRESMins|MaxWall|"
    "MaxTRESPU|"
    "MaxJobsPU|MaxSubmitPU|MaxTRESPA|MaxJobsPA|MaxSubmitPA|MinTRES\n";

TEST_F(QosFiles, SayLimits) {
  const auto said =
      read(header + "normal|0|00:00:00|||cluster|||1.000000|||||||||||||||||\n"
                    "high|100|00:01:30|normal|00:05:00|requeue|DenyOnLimit,NoReserve,OverPartQOS|"
                    "0.5|2.000000|cpu=10,gres/gpu=2,mem=4G|cpu=600|cpu=60|5|6|1-00:00:00|node=3|"
                    "cpu=4|cpu=120|12:00:00|cpu=8|2|3|cpu=9|4|7|cpu=2\n");
  ASSERT_EQ(said.qos.size(), 2u);
  const auto& normal = said.qos.at("normal");
  EXPECT_EQ(normal.name, "normal");
  EXPECT_EQ(normal.priority, 0);
  EXPECT_EQ(normal.usage_factor, 1);
  EXPECT_FALSE(normal.preempt_mode);
  EXPECT_FALSE(normal.limits.max_wall);
  EXPECT_TRUE(normal.limits.grp_tres.empty());
  const auto& high = said.qos.at("high");
  EXPECT_EQ(high.priority, 100);
  EXPECT_EQ(high.grace_time, 90);
  EXPECT_EQ(high.preempts, std::set<std::string>{"normal"});
  EXPECT_EQ(high.preempt_exempt_time, 5 * minute);
  EXPECT_EQ(high.preempt_mode, cluster::PreemptMode::requeue);
  EXPECT_TRUE(high.deny_on_limit && high.no_reserve && high.over_part_qos);
  EXPECT_FALSE(high.no_decay || high.ignores_max_nodes || high.ignores_min_nodes || high.ignores_max_time);
  EXPECT_EQ(high.usage_factor, 2);
  EXPECT_EQ(high.limits.grp_tres, (TresAmounts{{"cpu", 10}, {"gres/gpu", 2}, {"mem", 4096}})); // in MB
  EXPECT_EQ(high.limits.grp_tres_mins, (TresAmounts{{"cpu", 600}}));
  EXPECT_EQ(high.limits.grp_tres_run_mins, (TresAmounts{{"cpu", 60}}));
  EXPECT_EQ(high.limits.grp_jobs, 5);
  EXPECT_EQ(high.limits.grp_submit_jobs, 6);
  EXPECT_EQ(high.limits.grp_wall, day);
  EXPECT_EQ(high.limits.max_tres_per_job, (TresAmounts{{"node", 3}}));
  EXPECT_EQ(high.limits.max_tres_per_node, (TresAmounts{{"cpu", 4}}));
  EXPECT_EQ(high.limits.max_tres_mins_per_job, (TresAmounts{{"cpu", 120}}));
  EXPECT_EQ(high.limits.max_wall, 12 * hour);
  EXPECT_EQ(high.limits.max_tres_per_user, (TresAmounts{{"cpu", 8}}));
  EXPECT_EQ(high.limits.max_jobs, 2);
  EXPECT_EQ(high.limits.max_submit_jobs, 3);
  EXPECT_EQ(high.limits.max_tres_per_account, (TresAmounts{{"cpu", 9}}));
  EXPECT_EQ(high.limits.max_jobs_per_account, 4);
  EXPECT_EQ(high.limits.max_submit_jobs_per_account, 7);
  EXPECT_EQ(high.limits.min_tres_per_job, (TresAmounts{{"cpu", 2}}));
  ASSERT_EQ(said.without_effect.size(), 1u);
  EXPECT_EQ(said.without_effect[0].key, "UsageThres");
  EXPECT_EQ(said.without_effect[0].rows, 1);
}

// Any columns, in any order, short and long; a quote is a part of a text.
TEST_F(QosFiles, MayHaveSomeColumns) {
  const auto said = read("Descr|MaxSubmitJobsPerUser|Name|Flags|LimitFactor|GraceTime|PreemptMode\n"
                         "\"odd|3|a|NoDecay,PartitionMaxNodes,PartitionMinNodes,PartitionTimeLimit,"
                         "RequiresReservation|1.5|20|SUSPEND,GANG\n|-1|b||-1||OFF\n");
  const auto &a = said.qos.at("a"), &b = said.qos.at("b");
  EXPECT_EQ(a.limits.max_submit_jobs, 3);
  EXPECT_TRUE(a.no_decay && a.ignores_max_nodes && a.ignores_min_nodes && a.ignores_max_time);
  EXPECT_EQ(a.limit_factor, 1.5);
  EXPECT_EQ(a.grace_time, 20); // a plain number is in seconds
  EXPECT_EQ(a.preempt_mode, cluster::PreemptMode::suspend);
  EXPECT_EQ(b.limits.max_submit_jobs, std::nullopt);
  EXPECT_EQ(b.limit_factor, 1);
  EXPECT_EQ(b.preempt_mode, std::nullopt); // OFF leaves it to the cluster (sacctmgr, "PreemptMode")
  Names keys;
  for (const auto& [key, rows] : said.without_effect)
    keys.push_back(key);
  EXPECT_EQ(keys, (Names{"Flags=RequiresReservation", "PreemptMode=GANG"}));
}

TEST_F(QosFiles, AreRefused) {
  EXPECT_EQ(refusal("Name|MaxJobPU\na|1\n"), ":1: unknown column 'MaxJobPU'; did you mean MaxJobsPU, "
                                             "MaxJobsPA?; valid: a name that sacctmgr show qos shows");
  EXPECT_EQ(refusal("Priority\n1\n"), ":1: has no column Name; valid: what sacctmgr -P show qos prints");
  EXPECT_EQ(refusal("Name|Name\na|b\n"), ":1: has column 'Name' twice; valid: once");
  EXPECT_EQ(refusal("Name\n"), ": has no QOS; valid: what sacctmgr -P show qos prints");
  EXPECT_EQ(refusal("Name|Priority\na|1\na|2\n"), ":3: has QOS 'a' again; valid: once");
  EXPECT_EQ(refusal("Name|Priority\n|1\n"), ":2: has the name ''; valid: text");
  EXPECT_EQ(refusal("Name|Priority\na|1\nb"),
            ":3: the last row has 1 field; valid: 2, as many as the header has");
  EXPECT_EQ(refusal("Name|Priority\na|high\n"),
            ":2: Priority is 'high'; valid: a whole number from 0 to 4294967295");
  EXPECT_EQ(refusal("Name|Flags\na|NoReserv\n"), ":2: Flags is 'NoReserv'; did you mean NoReserve?");
  EXPECT_EQ(refusal("Name|Preempt\na|c\nb|\n"), ":2: QOS 'a' preempts the unknown QOS 'c'; valid: a, b");
  EXPECT_EQ(
      refusal("Name|GrpTRES\na|cpus=1\n"),
      ":2: GrpTRES: 'cpus' is no resource that can be limited; did you mean cpu?; valid: cpu, mem, node, "
      "billing, gres/NAME, gres/NAME:TYPE, license/NAME, bb/NAME");
  EXPECT_EQ(refusal("Name|MaxWall\na|1h\n"),
            ":2: MaxWall is '1h'; valid: a time such as 30 (minutes), 30:00, "
            "12:30:00, 1-12, 1-12:30, 1-12:30:00, or UNLIMITED");
  EXPECT_EQ(refusal("Name|MaxJobsPU\na|few\n"),
            ":2: MaxJobsPU is 'few'; valid: a whole number from 0 on, or UNLIMITED");
  EXPECT_EQ(refusal("Name|UsageFactor\na|nan\n"), ":2: UsageFactor is 'nan'; valid: a number from 0 on");
}

// The keys are those of sacctmgr dump; times are minutes there. Old versions had keys for single resources.
TEST(LimitsOfAssociations, AreReadFromTheirSettings) {
  const auto limits = limits_in({{"GrpJobs", "1"},
                                 {"GrpSubmitJobs", "2"},
                                 {"MaxJobs", "3"},
                                 {"MaxSubmitJobs", "4"},
                                 {"GrpTRES", "cpu=10,mem=4G,billing=7"},
                                 {"GrpTRESMins", "cpu=-1,node=6"},
                                 {"MaxWallDurationPerJob", "90"},
                                 {"GrpWall", "-1"},
                                 {"GrpNodes", "5"},
                                 {"MaxTRESPerJob", "gres/gpu:a100=2"},
                                 {"QOS", "normal"}});
  EXPECT_EQ(limits.grp_jobs, 1);
  EXPECT_EQ(limits.grp_submit_jobs, 2);
  EXPECT_EQ(limits.max_jobs, 3);
  EXPECT_EQ(limits.max_submit_jobs, 4);
  EXPECT_EQ(limits.grp_tres, (TresAmounts{{"billing", 7}, {"cpu", 10}, {"mem", 4096}, {"node", 5}}));
  EXPECT_EQ(limits.grp_tres_mins, (TresAmounts{{"node", 6}})); // -1: no limit
  EXPECT_EQ(limits.max_tres_per_job, (TresAmounts{{"gres/gpu:a100", 2}}));
  EXPECT_EQ(limits.max_wall, 90 * minute);
  EXPECT_EQ(limits.grp_wall, std::nullopt);
  EXPECT_TRUE(is_key_of_limit("MaxWall") && is_key_of_limit("GrpCPUs"));
  EXPECT_FALSE(is_key_of_limit("QOS") || is_key_of_limit("GrpJobsAccrue") || is_key_of_limit("Priority"));
  const auto twice = thrown<std::invalid_argument>([] {
    limits_in({{"GrpTRES", "node=1"}, {"GrpNodes", "2"}});
  });
  EXPECT_EQ(twice, "GrpNodes: the amount of node is given by another key, too; valid: once");
}

TEST(LimitsOfAssociations, AreCheckedWhereTheDumpIsRead) {
  const TemporaryFolder folder;
  const std::string head = "Cluster - c:MaxJobs=9\nParent - root\nAccount - a:GrpTRES=cpu=4\nParent - a\n";
  write_text(folder / "a.dump", head + "User - ann:MaxSubmitJobs=2\n");
  const auto limits = limits_of(read_account_dump(folder / "a.dump").accounts);
  ASSERT_EQ(limits.size(), 4u); // root, root's user, a, ann
  EXPECT_EQ(limits[0].max_jobs, 9);
  EXPECT_EQ(limits[1].max_jobs, std::nullopt);
  EXPECT_EQ(limits[2].grp_tres, (TresAmounts{{"cpu", 4}}));
  EXPECT_EQ(limits[3].max_submit_jobs, 2);
  write_text(folder / "b.dump", head + "User - ann:MaxJobs=two\n");
  EXPECT_EQ(thrown<InputError>([&] { read_account_dump(folder / "b.dump"); }),
            (folder / "b.dump").string() +
                ":5: MaxJobs is 'two'; valid: a whole number from 0 on, or UNLIMITED");
}

// Memory and burst buffers are in MB; K, M, G behind other amounts are 1024, and so on.
TEST(TresAmountsOfSlurm, HaveUnits) {
  EXPECT_EQ(tres_amounts("billing=1,cpu=2K,GRES/gpu=1,mem=100M,node=2,energy=5,bb/x=1G"),
            (TresAmounts{{"bb/x", 1024},
                         {"billing", 1},
                         {"cpu", 2048},
                         {"energy", 5},
                         {"gres/gpu", 1},
                         {"mem", 100},
                         {"node", 2}}));
  EXPECT_EQ(tres_amounts("mem=1.5T"), (TresAmounts{{"mem", 1.5 * 1024 * 1024}}));
  EXPECT_EQ(tres_amounts("mem=512K"), (TresAmounts{{"mem", 0.5}}));
  EXPECT_EQ(tres_amounts(""), TresAmounts{});
  const auto refused = [](const std::string& text) {
    return thrown<std::invalid_argument>([&] { tres_amounts(text); });
  };
  EXPECT_EQ(refused("cpu"), "'cpu' is no amount of a resource; valid: such as cpu=10,mem=4G");
  EXPECT_EQ(refused("cpu=1,cpu=2"), "the amount of cpu is given twice; valid: once each");
  for (const std::string amount : {"", "x", "-2", "nan", "1e30", "4GB"})
    EXPECT_EQ(refused("cpu=" + amount),
              "the amount of cpu is '" + amount +
                  "'; valid: a number from 0 on, with K, M, G, T or P behind it or without");
}

} // namespace slurm_qos_test
} // namespace malha::testing
