// SPDX-License-Identifier: MIT
// The files of a site, put together.
#include "actors/runtime/plan/site_rules.hpp"

#include "policies/sdk/errors.hpp"
#include "tests/support/program.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace site_rules_test {

using Names = std::vector<std::string>;

class SiteRuleFiles : public ::testing::Test {
protected:
  SiteRuleFiles() {
    write_text(folder_ / "a.dump", "Cluster - lab\nParent - root\nAccount - a:GrpTRES=cpu=4:Description='x'\n"
                                   "Parent - a\nUser - ann:MaxJobs=2:Priority=3\n");
    write_text(folder_ / "u.csv", "account,user,usage\na,ann,50\n");
    write_text(folder_ / "q.txt", "Name|MaxJobsPU|Flags\nnormal|3|\nhigh||RequiresReservation\n");
  }

  ReadSiteRules read(const std::string& conf) const {
    write_text(folder_ / "s.conf", conf);
    return read_site_rules({folder_ / "a.dump", folder_ / "u.csv", folder_ / "q.txt", folder_ / "s.conf"});
  }
  static std::string conf(const std::string& more) {
    return "NodeName=n1\nLicenses=lic:2\nPartitionName=p Nodes=n1 Default=YES " + more + "\n";
  }

  TemporaryFolder folder_;
};

// Associations in their order: root, the user root, a, ann.
TEST_F(SiteRuleFiles, MakeTheRules) {
  const auto read_all = read(conf("QOS=high") + "AccountingStorageEnforce=safe\nKillWait=3\n");
  const auto& rules = read_all.rules;
  ASSERT_TRUE(rules.shares);
  EXPECT_EQ(rules.shares->usage, (std::vector<double>{0, 0, 0, 50}));
  ASSERT_EQ(rules.limits.size(), 4u);
  EXPECT_EQ(rules.limits[2].grp_tres, (cluster::TresAmounts{{"cpu", 4}}));
  EXPECT_EQ(rules.limits[3].max_jobs, 2);
  ASSERT_NE(rules.find_qos("normal"), nullptr);
  EXPECT_EQ(rules.find_qos("normal")->limits.max_jobs, 3);
  ASSERT_NE(rules.partition_of(""), nullptr);
  EXPECT_EQ(rules.partition_of("")->qos, "high");
  EXPECT_EQ(rules.licences, (std::map<std::string, std::int64_t>{{"lic", 2}}));
  ASSERT_TRUE(read_all.slurm_conf);
  EXPECT_EQ(read_all.slurm_conf->kill_wait, 3);
  EXPECT_EQ(read_all.notes, (Names{"a.dump: keys without effect here: Description, Priority",
                                   "q.txt: keys without effect here: Flags=RequiresReservation",
                                   "s.conf: keys without effect here: KillWait"}));
}

TEST_F(SiteRuleFiles, HaveNoLimitsUnlessTheyAreEnforced) {
  const auto read_all = read(conf(""));
  EXPECT_FALSE(read_all.rules.limits[3].max_jobs);
  EXPECT_FALSE(read_all.rules.qos.at("normal").limits.max_jobs);
  EXPECT_EQ(read_all.notes.back(),
            "s.conf: AccountingStorageEnforce has neither limits nor safe, so that limits "
            "of accounts and QOSes have no effect");
}

TEST_F(SiteRuleFiles, MayBeAbsent) {
  const auto none = read_site_rules({});
  EXPECT_FALSE(none.rules.shares);
  EXPECT_FALSE(none.slurm_conf);
  EXPECT_TRUE(none.notes.empty());
  EXPECT_TRUE(none.rules.limits.empty() && none.rules.qos.empty() && none.rules.partitions.empty());
  const auto accounts = read_site_rules({folder_ / "a.dump", "", "", ""});
  EXPECT_EQ(accounts.rules.limits[3].max_jobs, 2); // no file says that limits are not enforced
  EXPECT_EQ(thrown<InputError>([&] {
              read_site_rules({"", folder_ / "u.csv", "", ""});
            }),
            (folder_ / "u.csv").string() + ": is usage of no accounts; valid: a file of accounts, too");
}

TEST_F(SiteRuleFiles, AreHeldAgainstEachOther) {
  for (const std::string key : {"QOS", "AllowQos", "DenyQos"})
    EXPECT_EQ(thrown<InputError>([&] { read(conf(key + "=hig")); }),
              (folder_ / "s.conf").string() +
                  ":3: partition 'p' names the unknown QOS 'hig'; did you mean high?; valid: high, normal");
}

} // namespace site_rules_test
} // namespace malha::testing
