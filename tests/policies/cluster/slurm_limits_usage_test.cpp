// SPDX-License-Identifier: MIT
// Limits on what is used in the course of time, and on what may still be used.
#include "limit_asking.hpp"
#include "policies/cluster/limit/time_left.hpp"

#include <cmath>

namespace malha::cluster {
namespace slurm_limits_usage_test {

using Settings = std::map<std::string, std::string>;

// 100 CPU-minutes may be outstanding. 2 CPUs for 30 minutes are 60, and 4 for 10 are 40; one more CPU-minute
// is too much. At t minutes the first two have 60 - 2t and 40 - 4t left, so that 6 more fit at 1 minute. A
// job that ends takes what it had left with it.
TEST(SlurmLimitsOfUsage, CountWhatRunningJobsMayStillUse) {
  auto site = site_with_accounts();
  limits_of(site, "a").grp_tres_run_mins["cpu"] = 100;
  LimitAsking asking(site);
  EXPECT_EQ(asking.run({"ann", "", 2, 1800}), "");
  EXPECT_EQ(asking.run({"dan", "", 4, 600}), "");
  EXPECT_EQ(asking.run({"ann", "", 1, 60}), "AssocGrpCPURunMinutesLimit");
  EXPECT_EQ(asking.next_change(), 10); // 6 CPUs use a CPU-minute in 10 s
  EXPECT_EQ(asking.run({"ann", "", 1, 360}), "AssocGrpCPURunMinutesLimit");
  asking.now = 59;
  EXPECT_EQ(asking.start(3), "AssocGrpCPURunMinutesLimit");
  EXPECT_EQ(asking.next_change(), 60);
  asking.now = 60;
  EXPECT_EQ(asking.start(3), "");
  EXPECT_EQ(asking.run({"bob", "", 100, 6000}), "");
  asking.now = 120; // 56 + 32 + 5
  asking.end(1);
  EXPECT_EQ(asking.run({"ann", "", 1, 40 * 60}), "AssocGrpCPURunMinutesLimit");
  EXPECT_EQ(asking.run({"ann", "", 1, 39 * 60}), "");
}

// More than the limit alone never starts, and nothing is to be waited for. A job without a limit uses all.
TEST(SlurmLimitsOfUsage, HoldForEverWhatIsTooLarge) {
  auto site = site_with_accounts();
  add_qos(site, "normal").limits.grp_tres_run_mins["node"] = 100;
  LimitAsking asking(site);
  EXPECT_EQ(asking.run({"ann", "", 11, 600}), "QOSGrpNodeRunMinutes");
  EXPECT_EQ(asking.next_change(), never);
  EXPECT_EQ(asking.run({"ann", "", 1, never}), "QOSGrpNodeRunMinutes");
  EXPECT_EQ(asking.next_change(), never);
}

// A job that outlives its limit of 10 minutes counts no more, as if it were not there.
TEST(SlurmLimitsOfUsage, ForgetWhatOutlivesItsLimit) {
  auto site = site_with_accounts();
  limits_of(site, "root").grp_tres_run_mins["cpu"] = 10;
  LimitAsking asking(site);
  EXPECT_EQ(asking.run({"ann", "", 1, 600}), "");
  asking.now = 1200;
  EXPECT_EQ(asking.run({"ann", "", 1, 600}), "");
  EXPECT_EQ(asking.run({"ann", "", 1, 60}), "AssocGrpCPURunMinutesLimit");
  asking.end(0);
  EXPECT_EQ(asking.start(2), "AssocGrpCPURunMinutesLimit");
}

// UsageFactor 2: 5 CPUs for 10 minutes may use 100, and have used 100 when they have run.
TEST(SlurmLimitsOfUsage, MultiplyByTheFactorOfTheQos) {
  auto site = site_with_accounts();
  add_qos(site, "twice").usage_factor = 2;
  limits_of(site, "a").grp_tres_run_mins["cpu"] = 101;
  limits_of(site, "b").grp_tres_mins["cpu"] = 100;
  LimitAsking asking(site, {{"half_life", "0"}, {"period", "60"}});
  EXPECT_EQ(asking.run({"ann", "twice", 5, 660}), "AssocGrpCPURunMinutesLimit");
  EXPECT_EQ(asking.run({"ann", "twice", 5, 600}), "");
  EXPECT_EQ(asking.run({"bob", "twice", 5, 600}), "");
  asking.now = 599;
  EXPECT_EQ(asking.run({"bob", "twice", 5, 600}), "");
  asking.now = 600;
  asking.end(2);
  EXPECT_EQ(asking.run({"bob", "twice", 5, 600}), "AssocGrpCPUMinutesLimit");
}

// Measured on Slurm 22.05.8 with a half life of 120 s and a pass each 60 s: 4e9 -> 2825795657 -> 1996280274
// billing seconds. Below 2e9 / 60 billing minutes at the second pass. Nothing is known of CPUs before.
TEST(SlurmLimitsOfUsage, DecayAtPasses) {
  auto site = site_with_accounts();
  auto& usage = site.shares->usage;
  usage.at(static_cast<std::size_t>(*site.shares->accounts.find("a", "ann"))) = 4e9;
  limits_of(site, "root").grp_tres_mins = {{"billing", 2e9 / 60}, {"cpu", 1}};
  LimitAsking asking(site, {{"half_life", "120"}, {"period", "60"}});
  EXPECT_EQ(asking.run({"ann"}), "AssocGrpBillingMinutes");
  EXPECT_EQ(asking.next_change(), 120);
  asking.now = 119;
  EXPECT_EQ(asking.start(0), "AssocGrpBillingMinutes");
  asking.now = 120;
  EXPECT_EQ(asking.start(0), "");
  for (const auto& [most, reason] :
       {std::pair(1996280275.0, ""), {1996280274.0, "AssocGrpBillingMinutes"}}) { // to the last digit
    limits_of(site, "root").grp_tres_mins["billing"] = most / 60;
    LimitAsking again(site, {{"half_life", "120"}, {"period", "60"}});
    again.run({"bob"});
    again.now = 120;
    EXPECT_EQ(again.start(0), reason);
  }
}

// NoDecay: 10 CPUs for 60 s are 10 CPU-minutes of the QOS for ever, while those of the account halve each
// 60 s. At the pass at 60 s the job is charged half of it under `exact` (its time is 60 s on average 43 s
// old: (1 - 1/2) / ln 2 = 0.72), so the account is below 5 after one more pass.
TEST(SlurmLimitsOfUsage, StayWithAQosThatKeepsThem) {
  auto site = site_with_accounts();
  limits_of(site, "a").grp_tres_mins["cpu"] = 5;
  auto& kept = add_qos(site, "kept");
  kept.no_decay = true;
  kept.limits.grp_tres_mins["cpu"] = 10;
  add_qos(site, "normal");
  LimitAsking asking(site, {{"half_life", "60"}, {"period", "60"}, {"decay", "exact"}, {"reset", "daily"}});
  EXPECT_EQ(asking.run({"ann", "kept", 10, 60}), "");
  asking.now = 60;
  asking.end(0);
  EXPECT_EQ(asking.run({"ann", "kept"}), "QOSGrpCPUMinutesLimit");
  EXPECT_EQ(asking.next_change(), never);
  EXPECT_EQ(asking.run({"ann", "normal"}), "AssocGrpCPUMinutesLimit"); // 7.2
  EXPECT_EQ(asking.next_change(), 120);
  asking.now = 120;
  EXPECT_EQ(asking.start(2), "");
  asking.now = 2 * 86400;
  EXPECT_EQ(asking.start(1), "QOSGrpCPUMinutesLimit");
}

// Without decay usage waits for its reset, at midnight: at the pass that is then.
TEST(SlurmLimitsOfUsage, AreResetAtDatesOfTheCalendar) {
  auto site = site_with_accounts();
  add_qos(site, "normal").limits.grp_wall = 3600;
  LimitAsking asking(site, {{"half_life", "0"}, {"period", "1000"}, {"reset", "daily"}});
  EXPECT_EQ(asking.run({"ann", "", 8, 1800}), "");
  EXPECT_EQ(asking.run({"bob", "", 1, 1800}), "");
  asking.now = 1800;
  asking.end(0);
  EXPECT_EQ(asking.run({"ann"}), ""); // bob's run is charged to 1000 s
  asking.now = 2000;
  asking.end(1);
  EXPECT_EQ(asking.run({"ann"}), "QOSGrpWallLimit");
  EXPECT_EQ(asking.next_change(), 87000);
  asking.now = 87000;
  EXPECT_EQ(asking.start(3), "");
  asking.now = 91000; // that job has run for 4000 s since, and the next midnight is far
  asking.end(3);
  EXPECT_EQ(asking.run({"ann"}), "QOSGrpWallLimit");
}

// With a period of 0 usage decays whenever something happens: 20 CPU-minutes are below 5 after two half
// lives.
TEST(SlurmLimitsOfUsage, DecayAllTheTimeWithoutAPeriod) {
  auto site = site_with_accounts();
  limits_of(site, "a").grp_tres_mins["billing"] = 5;
  site.shares->usage.at(static_cast<std::size_t>(*site.shares->accounts.find("a", "dan"))) = 1200;
  LimitAsking asking(site, {{"half_life", "100"}, {"period", "0"}, {"decay", "exact"}});
  EXPECT_EQ(asking.run({"ann"}), "AssocGrpBillingMinutes");
  EXPECT_EQ(asking.next_change(), 201); // at 200 s it is 5, and not below
  asking.now = 201;
  EXPECT_EQ(asking.start(0), "");
}

// `safe`: 60 CPU-minutes in all. A job of 40 starts, one of 30 waits; when the first has ended after half of
// its time, 20 are used and 40 are left. Without `safe` both start, since nothing is used yet.
TEST(SlurmLimitsOfUsage, MustLastToTheLimitIfSafe) {
  auto site = site_with_accounts();
  add_qos(site, "normal").limits.grp_tres_mins["cpu"] = 60;
  site.qos["normal"].limits.max_tres_mins_per_job["cpu"] = 50;
  LimitAsking asking(site, {{"safe", "on"}, {"half_life", "0"}, {"period", "7"}});
  EXPECT_EQ(asking.run({"ann", "", 4, 600}), "");
  EXPECT_EQ(asking.run({"ann", "", 3, 600}), "QOSGrpCPUMinutesLimit");
  EXPECT_EQ(asking.run({"ann", "", 6, 600}), "QOSGrpCPUMinutesLimit");
  EXPECT_EQ(asking.run({"bob", "", 2, 600}), "");
  asking.now = 300;
  asking.end(0);
  EXPECT_EQ(asking.start(1), "QOSGrpCPUMinutesLimit"); // 20 used, 20 of bob, 30
  asking.end(3);
  EXPECT_EQ(asking.start(1), ""); // 30 used
  EXPECT_EQ(asking.run({"bob", "", 1, 60}), "QOSGrpCPUMinutesLimit");
  EXPECT_EQ(asking.next_change(), never);

  LimitAsking unsafe(site, {{"half_life", "0"}});
  EXPECT_EQ(unsafe.run({"ann", "", 4, 600}), "");
  EXPECT_EQ(unsafe.run({"ann", "", 6, 600}), "");
}

// Between passes and after them, a job of 4 CPUs for 10 minutes that starts at 290 s takes 40 CPU-minutes of
// 60 in all: what it has used since its start, charged or not, and what it may still use.
TEST(SlurmLimitsOfUsage, AreTheSameWhenAPassComes) {
  auto site = site_with_accounts();
  add_qos(site, "normal").limits.grp_tres_mins["cpu"] = 60;
  LimitAsking asking(site, {{"safe", "on"}, {"half_life", "0"}, {"period", "300"}});
  asking.now = 290;
  EXPECT_EQ(asking.run({"ann", "", 4, 600}), "");
  for (const Seconds date : {290, 299, 300, 310, 599, 600, 605}) {
    asking.now = date;
    EXPECT_EQ(asking.run({"bob", "", 1, 21 * 60}), "QOSGrpCPUMinutesLimit") << date;
    ASSERT_EQ(asking.run({"bob", "", 1, 20 * 60}), "") << date;
    asking.end(asking.last()); // at once
  }
}

// MaxTRESMins: 5 CPUs for 10 minutes are 50, and may be under `safe` only.
TEST(SlurmLimitsOfUsage, MustLastForOneJobIfSafe) {
  for (const auto& [safe, reason] : {std::pair("on", "AssocMaxCpuMinutesPerJobLimit"), {"off", ""}}) {
    auto site = site_with_accounts();
    limits_of(site, "a").max_tres_mins_per_job["cpu"] = 49;
    EXPECT_EQ(LimitAsking(site, {{"safe", safe}}).run({"ann", "", 5, 600}), reason);
    EXPECT_EQ(LimitAsking(site, {{"safe", safe}}).run({"bob", "", 5, 600}), "");
  }
}

// UsageFactorSafe: what a job may use counts twice as well, 2 · 40 of 60.
TEST(SlurmLimitsOfUsage, MayCountTheFactorBeforehand) {
  for (const bool is_counted : {false, true}) {
    auto site = site_with_accounts();
    auto& qos = add_qos(site, "normal");
    qos.usage_factor = 2;
    qos.usage_factor_safe = is_counted;
    qos.limits.grp_tres_mins["cpu"] = 60;
    EXPECT_EQ(LimitAsking(site, {{"safe", "on"}}).run({"ann", "", 4, 600}),
              is_counted ? "QOSGrpCPUMinutesLimit" : "");
  }
}

// A million terms come and go; plain sums are off by some tenths then.
TEST(TimeLeft, IsExactAfterManyJobs) {
  limits::TimeLeft time_left(1, limits::Columns({0}));
  const std::vector<int> groups{0};
  const std::vector<std::vector<double>> amounts{{1234567}, {7654321}, {1}};
  time_left.started(9, groups, amounts[2], 1, 1e9 + 60);
  for (int i = 0; i < 200'000; ++i) {
    const Seconds until = 1e9 + i / 7.0 + 1e6;
    time_left.started(0, groups, amounts[0], 0.1, until);
    time_left.started(1, groups, amounts[1], 0.3, until * 1.1);
    time_left.ended(0);
    time_left.ended(1);
  }
  time_left.advance(1e9);
  EXPECT_NEAR(time_left.minutes(0, 0), 1, 1e-6);
}

} // namespace slurm_limits_usage_test
} // namespace malha::cluster
