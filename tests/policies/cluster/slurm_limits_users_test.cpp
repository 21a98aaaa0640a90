// SPDX-License-Identifier: MIT
// Who may submit jobs, and under which QOS.
#include "limit_asking.hpp"

namespace malha::cluster {
namespace slurm_limits_users_test {

TEST(SlurmLimitsOfUsers, RefusesWhomTheSiteDoesNotKnow) {
  auto site = site_with_accounts();
  add_qos(site, "normal");
  site.partitions["p"];
  LimitAsking asking(site);
  EXPECT_EQ(asking.submit({"ann", "normal", 1, 600, "a", "p"}), "");
  EXPECT_EQ(asking.submit({"eve", "normal", 1, 600, "a", "p"}), "InvalidAccount");
  EXPECT_EQ(asking.submit({"ann", "normal", 1, 600, "b", "p"}), "InvalidAccount");
  EXPECT_EQ(asking.submit({"ann", "none", 1, 600, "a", "p"}), "InvalidQOS");
  EXPECT_EQ(asking.submit({"ann", "normal", 1, 600, "a", "q"}), "unknown_partition");
  EXPECT_EQ(asking.submit({"ann", "normal", 1, 600, "a", ""}), "unknown_partition"); // none is the default
}

// The keys of sacctmgr dump: accounts hand their QOS down, a user may add to them or replace them.
TEST(SlurmLimitsOfUsers, LetsAssociationsUseTheirQos) {
  std::vector<Association> all{{"root"}, {"a", "", 0}, {"a", "ann", 1}, {"a", "bob", 1}, {"a", "cy", 1}};
  all[0].settings = {{"QOS", "normal,low"}, {"DefaultQOS", "low"}};
  all[3].settings = {{"QOS", "+high,-normal"}};
  all[4].settings = {{"QOS", "high"}, {"DefaultQOS", "high"}};
  SiteRules site;
  site.shares = SharesOfSite{Accounts(all), std::vector<double>(all.size())};
  for (const char* name : {"normal", "low", "high"})
    add_qos(site, name).limits.max_jobs = 0;
  add_qos(site, "low").limits.grp_jobs = 0;
  LimitAsking asking(site);
  const auto run = [&](const std::string& user, const std::string& qos) {
    return asking.run({user, qos, 1, 600, "a"});
  };
  EXPECT_EQ(run("ann", ""), "QOSGrpJobsLimit"); // low
  EXPECT_EQ(run("ann", "normal"), "QOSMaxJobsPerUserLimit");
  EXPECT_EQ(run("ann", "high"), "refused: InvalidQOS");
  EXPECT_EQ(run("bob", "high"), "QOSMaxJobsPerUserLimit");
  EXPECT_EQ(run("bob", "low"), "QOSGrpJobsLimit");
  EXPECT_EQ(run("bob", "normal"), "refused: InvalidQOS");
  EXPECT_EQ(run("cy", ""), "QOSMaxJobsPerUserLimit"); // high
  EXPECT_EQ(run("cy", "low"), "refused: InvalidQOS");
}

} // namespace slurm_limits_users_test
} // namespace malha::cluster
