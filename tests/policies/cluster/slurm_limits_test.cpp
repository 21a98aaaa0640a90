// SPDX-License-Identifier: MIT
// Whose limits count, and which reason is given.
#include "limit_asking.hpp"
#include "measured_trees.hpp"

namespace malha::cluster {
namespace slurm_limits_test {

// The limits of the Slurm 22.05.8 on which measured_reasons.csv was measured follow from its rows:
//  1, 2: of two jobs of bin under `high` one runs, though it is another user's share that is full:
//  MaxJobsPU=1 3-5: `mid` has 3 CPUs in use; 2 more are too many and 1 more is not: GrpTRES=cpu=4 6-8: daemon
//  may run two jobs and no third one, under a QOS without limits: MaxJobs=2 of the association 9, 10: sys may
//  have 2 CPUs under `small`, and not 3: MaxTRESPU=cpu=2 11: 31 minutes are too long for `small`, and the 10
//  of row 10 are not; that they are CPUs too many, too, is
//      looked at later: MaxWall between 10 and 30
//  12: the fourth job of sys under `small` is refused, whether the others run or wait: MaxSubmitPU=3
//  13, 14: two jobs of two users of account c are one node too many: GrpTRES=node=1 of the account
//  15: a job of 3 CPUs under `deny` is refused although nothing runs there: DenyOnLimit with MaxTRES=cpu=2
//  16, 17: the partition has 4 nodes, and its MaxTime is between 30 and 2999 minutes
SiteRules measured_site() {
  SiteRules site;
  Accounts accounts({{"root"},
                     {"a", "", 0},
                     {"b", "", 0},
                     {"c", "", 0},
                     {"a", "daemon", 1},
                     {"b", "bin", 2},
                     {"b", "sys", 2},
                     {"c", "games", 3},
                     {"c", "man", 3}});
  site.limits.resize(static_cast<std::size_t>(accounts.size()));
  site.shares = SharesOfSite{std::move(accounts), std::vector<double>(9)};
  limits_of(site, "a", "daemon").max_jobs = 2;
  limits_of(site, "c").grp_tres["node"] = 1;
  add_qos(site, "normal");
  add_qos(site, "high").limits.max_jobs = 1;
  add_qos(site, "mid").limits.grp_tres["cpu"] = 4;
  auto& small = add_qos(site, "small").limits;
  small.max_tres_per_user["cpu"] = 2;
  small.max_wall = 1800;
  small.max_submit_jobs = 3;
  auto& deny = add_qos(site, "deny");
  deny.limits.max_tres_per_job["cpu"] = 2;
  deny.deny_on_limit = true;
  auto& partition = site.partitions["p1"];
  partition.name = "p1";
  partition.is_default = true;
  partition.max_time = 86400;
  return site;
}

// Each row is a job that is submitted while those before it are there. Its CPUs are on one node, but for row
// 16, which asks for 5 nodes of 4.
TEST(SlurmLimits, GivesTheReasonsOfSlurm) {
  LimitAsking asking(measured_site(), {}, 4);
  const auto rows = measured_rows("measured_reasons.csv");
  ASSERT_EQ(rows.size(), 17U);
  for (const auto& row : rows) {
    LimitedJob job{row.at("user"), row.at("qos"), std::stoi(row.at("cpus")),
                   60 * std::stod(row.at("limit_min")), row.at("account")};
    if (row.at("nodes") == "1")
      job.fragments = {{job.size}};
    const auto found = asking.run(job);
    const auto& answer = row.at("answer");
    if (answer == "queued") {
      EXPECT_EQ(found.empty() ? "None" : found, row.at("reason")) << "row " << row.at("case");
    } else {
      EXPECT_NE(answer.find("Job violates accounting/QOS policy"), std::string::npos);
      EXPECT_EQ(found.substr(0, 9), "refused: ") << "row " << row.at("case");
    }
  }
}

// Measured on Slurm 22.05.8 with 3 licences: a job of 2 runs, another one of 2 waits with Licenses, one of 1
// passes it and runs, and 4 are refused ("Invalid license specification").
TEST(SlurmLimits, CountsLicences) {
  SiteRules site;
  site.licences["lic"] = 3;
  LimitAsking asking(site);
  const auto asks = [](std::int64_t number) {
    LimitedJob job;
    job.demands.licences["lic"] = number;
    return job;
  };
  EXPECT_EQ(asking.run(asks(2)), "");
  EXPECT_EQ(asking.run(asks(2)), "Licenses");
  EXPECT_EQ(asking.run(asks(1)), "");
  EXPECT_EQ(asking.run(asks(4)), "refused: too_few_licences");
  asking.end(0);
  EXPECT_EQ(asking.start(1), "");
  LimitedJob other;
  other.demands.licences["other"] = 1;
  EXPECT_EQ(asking.run(other), "refused: too_few_licences");
}

// The documentation's example ("Resource Limits"): MaxJobs=20 in the partition's QOS, nothing in the job's,
// MaxJobs=4 and MaxSubmitJobs=50 of the user: 20 run, 50 are there. Here 3 instead of 20, and 5 of 50.
TEST(SlurmLimits, TakesTheFirstThatIsSet) {
  auto site = site_with_accounts();
  add_qos(site, "of_partition").limits.max_jobs = 3;
  add_qos(site, "normal");
  site.partitions["p"].qos = "of_partition";
  site.partitions["p"].is_default = true;
  limits_of(site, "a", "ann").max_jobs = 1;
  limits_of(site, "a", "ann").max_submit_jobs = 5;
  LimitAsking asking(site);
  for (int job = 0; job < 3; ++job)
    EXPECT_EQ(asking.run({"ann"}), "");
  EXPECT_EQ(asking.run({"ann"}), "QOSMaxJobsPerUserLimit");
  EXPECT_EQ(asking.run({"ann"}), "QOSMaxJobsPerUserLimit");
  EXPECT_EQ(asking.run({"ann"}), "refused: AssocMaxSubmitJobLimit");
  EXPECT_EQ(asking.run({"bob"}), ""); // in the same QOS, and another user
}

// GrpTRES=cpu=10 of the job's QOS, cpu=100 of the partition's ("Partition QOS", Slurm User Group 2015).
TEST(SlurmLimits, LetTheQosOfAJobGoFirstOnlyIfItSaysSo) {
  for (const bool is_over : {false, true}) {
    auto site = site_with_accounts();
    add_qos(site, "of_partition").limits.grp_tres["cpu"] = 100;
    auto& own = add_qos(site, "own");
    own.limits.grp_tres["cpu"] = 10;
    own.over_part_qos = is_over;
    site.partitions["p"].qos = "of_partition";
    site.partitions["p"].is_default = true;
    LimitAsking asking(site, {}, 100);
    EXPECT_EQ(asking.run({"ann", "own", 11}), is_over ? "QOSGrpCpuLimit" : "");
    EXPECT_EQ(asking.run({"ann", "own", is_over ? 10 : 89}), "");
    EXPECT_EQ(asking.run({"ann", "own", 1}), "QOSGrpCpuLimit");
  }
}

// Max limits of an account are those of each user below it, unless a nearer one says otherwise: 1 job of ann,
// 2 of dan, though 3 are then in the account. bob's account says nothing.
TEST(SlurmLimits, TakesMaxLimitsOfAccountsForDefaults) {
  auto site = site_with_accounts();
  limits_of(site, "a").max_jobs = 1;
  limits_of(site, "a", "dan").max_jobs = 2;
  LimitAsking asking(site);
  EXPECT_EQ(asking.run({"ann"}), "");
  EXPECT_EQ(asking.run({"ann"}), "AssocMaxJobsLimit");
  EXPECT_EQ(asking.run({"dan"}), "");
  EXPECT_EQ(asking.run({"dan"}), "");
  EXPECT_EQ(asking.run({"dan"}), "AssocMaxJobsLimit");
  LimitedJob elsewhere{"dan"};
  elsewhere.account = "b"; // another association of the same user
  EXPECT_EQ(asking.run(elsewhere), "");
  EXPECT_EQ(asking.run({"bob"}), "");
}

// Grp limits count all below, and those of each level hold: cy may have 4, account b 3, of which c is a part.
TEST(SlurmLimits, CountsAllBelowForGrpLimits) {
  auto site = site_with_accounts();
  limits_of(site, "c", "cy").grp_tres["cpu"] = 4;
  limits_of(site, "b").grp_tres["cpu"] = 3;
  limits_of(site, "root").grp_jobs = 3;
  LimitAsking asking(site);
  EXPECT_EQ(asking.run({"cy", "", 5}), "AssocGrpCpuLimit");
  EXPECT_EQ(asking.run({"cy", "", 2}), "");
  EXPECT_EQ(asking.run({"bob", "", 2}), "AssocGrpCpuLimit");
  EXPECT_EQ(asking.run({"bob", "", 1}), "");
  EXPECT_EQ(asking.run({"ann", "", 9}), "");
  EXPECT_EQ(asking.run({"ann", "", 1}), "AssocGrpJobsLimit");
  asking.end(1);
  EXPECT_EQ(asking.start(5), "");
}

// A QOS counts its users over all accounts, and its accounts over all users; an account without those below.
TEST(SlurmLimits, CountsUsersAndAccountsWithinAQos) {
  auto site = site_with_accounts();
  auto& limits = add_qos(site, "q").limits;
  limits.max_jobs = 2;
  limits.max_jobs_per_account = 3;
  limits.max_tres_per_account["node"] = 5;
  add_qos(site, "other");
  LimitAsking asking(site);
  const auto dan_in = [](const std::string& account) { return LimitedJob{"dan", "q", 1, 600, account}; };
  EXPECT_EQ(asking.run(dan_in("a")), "");
  EXPECT_EQ(asking.run(dan_in("b")), "");
  EXPECT_EQ(asking.run(dan_in("b")), "QOSMaxJobsPerUserLimit");
  EXPECT_EQ(asking.run({"dan", "other"}), "");
  EXPECT_EQ(asking.run({"ann", "q", 5}), "MaxNodePerAccount");
  EXPECT_EQ(asking.run({"ann", "q", 2}), "");
  EXPECT_EQ(asking.run({"ann", "q", 2}), "");
  EXPECT_EQ(asking.run({"ann", "q"}), "MaxJobsPerAccount"); // which is looked at before those of users
  EXPECT_EQ(asking.run({"cy", "q", 5}), "");                // c is below b, and an account of its own
}

// LimitFactor 2 of a QOS doubles what associations limit, and not what it limits itself.
TEST(SlurmLimits, MultipliesLimitsOfAssociations) {
  auto site = site_with_accounts();
  limits_of(site, "a").grp_tres["cpu"] = 30;
  limits_of(site, "a").max_tres_per_job["node"] = 20;
  add_qos(site, "normal");
  auto& twice = add_qos(site, "twice");
  twice.limit_factor = 2;
  twice.limits.max_tres_per_user["cpu"] = 50;
  LimitAsking asking(site);
  EXPECT_EQ(asking.run({"ann", "normal", 31}), "AssocGrpCpuLimit");
  EXPECT_EQ(asking.run({"ann", "normal", 21}), "AssocMaxNodePerJobLimit");
  EXPECT_EQ(asking.run({"ann", "twice", 41}), "AssocMaxNodePerJobLimit");
  EXPECT_EQ(asking.run({"ann", "twice", 40}), "");
  EXPECT_EQ(asking.run({"ann", "twice", 11}), "QOSMaxCpuPerUserLimit");
  EXPECT_EQ(asking.run({"dan", "twice", 21}), "AssocGrpCpuLimit");
  EXPECT_EQ(asking.run({"dan", "twice", 20}), "");
}

// DenyOnLimit refuses what could not even start alone; what others hold back waits. Grp limits count as Max
// limits then, those of associations as well.
TEST(SlurmLimits, RefusesWhatCouldNeverStartIfAskedTo) {
  auto site = site_with_accounts();
  auto& deny = add_qos(site, "deny");
  deny.deny_on_limit = true;
  deny.limits.grp_tres["cpu"] = 4;
  deny.limits.min_tres_per_job["cpu"] = 2;
  deny.limits.max_wall = 3600;
  limits_of(site, "b").grp_tres["node"] = 3;
  LimitAsking asking(site);
  EXPECT_EQ(asking.run({"ann", "deny", 5}), "refused: QOSGrpCpuLimit");
  EXPECT_EQ(asking.run({"ann", "deny", 1}), "refused: QOSMinCpuNotSatisfied");
  EXPECT_EQ(asking.run({"ann", "deny", 2, 3601}), "refused: QOSMaxWallDurationPerJobLimit");
  EXPECT_EQ(asking.run({"bob", "deny", 4}), "refused: AssocGrpNodeLimit");
  EXPECT_EQ(asking.run({"ann", "deny", 3}), "");
  EXPECT_EQ(asking.run({"ann", "deny", 2}), "QOSGrpCpuLimit");
}

// Limits are whole minutes, rounded up: 3601 s are 61. Beyond the MaxWall of an association a job is refused,
// unless a QOS says how long jobs may be.
TEST(SlurmLimits, RefusesLongJobsOfAssociations) {
  auto site = site_with_accounts();
  limits_of(site, "a").max_wall = 3600;
  add_qos(site, "long").limits.max_wall = 7200;
  LimitAsking asking(site);
  EXPECT_EQ(asking.run({"ann", "", 1, 3600}), "");
  EXPECT_EQ(asking.run({"ann", "", 1, 3601}), "refused: AssocMaxWallDurationPerJobLimit");
  EXPECT_EQ(asking.run({"ann", "", 1, never}), "refused: AssocMaxWallDurationPerJobLimit");
  EXPECT_EQ(asking.run({"ann", "long", 1, 7200}), "");
  EXPECT_EQ(asking.run({"ann", "long", 1, 7201}), "QOSMaxWallDurationPerJobLimit");
}

// A job that is put back stays submitted; one that has left is not.
TEST(SlurmLimits, CountsWhatIsThere) {
  auto site = site_with_accounts();
  limits_of(site, "root").grp_submit_jobs = 2;
  add_qos(site, "normal").limits.grp_jobs = 1;
  LimitAsking asking(site);
  EXPECT_EQ(asking.run({"ann"}), "");
  EXPECT_EQ(asking.run({"bob"}), "QOSGrpJobsLimit");
  EXPECT_EQ(asking.run({"cy"}), "refused: AssocGrpSubmitJobsLimit");
  asking.end(0, true);
  EXPECT_EQ(asking.run({"cy"}), "refused: AssocGrpSubmitJobsLimit");
  EXPECT_EQ(asking.start(1), "");
  EXPECT_EQ(asking.start(0), "QOSGrpJobsLimit");
  asking.leave(0);
  EXPECT_EQ(asking.run({"cy"}), "QOSGrpJobsLimit");
  asking.end(1);
  EXPECT_EQ(asking.start(asking.last()), "");
}

TEST(SlurmLimits, RefusesSettingsThatDoNotFitTogether) {
  const auto refusal = [](const std::map<std::string, std::string>& settings) -> std::string {
    try {
      test::make<Limit>("cluster/slurm_limits", settings);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(refusal({{"period", "0.5"}}), "period cannot be 0.5 s; valid: 0, or from 1 s on");
  EXPECT_EQ(refusal({{"half_life", "0.5"}, {"period", "100"}}),
            "a half life of usage cannot be 0.5 s; valid: 0 for no decay, or a number from 1 s on");
  EXPECT_EQ(refusal({{"half_life", "1"}, {"period", "600"}}),
            "period is more than 500 times half_life, after which no usage is left; valid: a shorter period, "
            "or a longer half life");
  EXPECT_EQ(refusal({{"zero", "5"}}),
            "zero=5 has no effect here; valid: with a reset at dates of the calendar");
  EXPECT_EQ(refusal({{"zero", "5"}, {"reset", "daily"}}), "");
}

} // namespace slurm_limits_test
} // namespace malha::cluster
