// SPDX-License-Identifier: MIT
#include "release_asking.hpp"
#include "tests/support/scaled.hpp"

namespace malha::test {
namespace wait_below_test {

constexpr const char* policy = "cluster/wait_below";
constexpr long day = 86'400;

// Of each day 6 h of 40, 6 h of 90, 6 h of 20 and 6 h of 60.
const StepSeries quarters({{0, 40}, {21'600, 90}, {43'200, 20}, {64'800, 60}}, day);

Seconds start(const std::string& quantile, Seconds now, const std::string& delay = "86400") {
  return release_of(policy, {{"quantile", quantile}, {"delay", delay}}, quarters, now, 60);
}

// A quarter of the day is at most 20, half of it at most 40, three quarters at most 60, and all at most 90.
TEST(WaitBelow, WaitsForTheQuantileOfTheDay) {
  EXPECT_EQ(start("0", 0), 43'200);
  EXPECT_EQ(start("0.25", 0), 43'200);
  EXPECT_EQ(start("0.26", 0), 0);
  EXPECT_EQ(start("0.5", 30'000), 43'200);
  EXPECT_EQ(start("0.75", 30'000), 43'200);
  EXPECT_EQ(start("0.76", 30'000), 30'000);
  EXPECT_EQ(start("0.5", 65'000), 86'400); // 40 comes again the next day
}

TEST(WaitBelow, GoesAtTheEndOfTheDelay) {
  EXPECT_EQ(start("0.25", 100, "43100"), 43'200);
  EXPECT_EQ(start("0.25", 100, "43000"), 43'100);
  EXPECT_EQ(start("0.25", 100, "0"), 100);
}

// After the last change 50 is all that comes, and so is low enough.
TEST(WaitBelow, WaitsForNothingWhereNothingChanges) {
  const StepSeries rises({{0, 10}, {1000, 50}}, {});
  EXPECT_EQ(release_of(policy, {{"quantile", "0"}}, rises, 2000, 60), 2000);
  EXPECT_EQ(release_of(policy, {{"quantile", "0"}}, rises, 0, 60), 0);
}

// From the begin that its user says, 70 000 s, half of the next day is at most 40.
TEST(WaitBelow, CountsFromTheFirstDateOfTheUser) {
  cluster::Request request;
  request.dates.begin = 70'000;
  cluster::QueuedJob job;
  job.request = &request;
  EXPECT_EQ(make<cluster::JobRelease>(policy, {{"quantile", "0.5"}})->release(job, {10, &quarters, nullptr}),
            86'400);
}

TEST(WaitBelow, SaysWhatItNeeds) {
  const auto carbon = make<cluster::JobRelease>(policy),
             price = make<cluster::JobRelease>(policy, {{"by", "price"}});
  EXPECT_TRUE(carbon->needs_carbon() && !carbon->needs_price() && !carbon->needs_walltimes());
  EXPECT_TRUE(!price->needs_carbon() && price->needs_price());
  for (const auto& [name, value] : {std::pair("delay", "-1"), std::pair("quantile", "1.5")})
    EXPECT_THROW(make<cluster::JobRelease>(policy, {{name, value}}), std::invalid_argument);
}

// Against the sorted values of all seconds of the day, of which the quantile k/8 is number 10 800 k.
TEST(WaitBelowProperties, EqualsAFineGrid) {
  int waits = 0;
  for (unsigned seed = 0; seed < testing::scaled(40U); ++seed) {
    const WholeSeries whole(seed, 30'000);
    std::mt19937 random(seed + 1'000'000);
    const long now = static_cast<long>(random() % 50'000), delay = static_cast<long>(random() % 90'000),
               eighths = static_cast<long>(random() % 9);
    std::vector<long> values;
    for (long second = now; second < now + day; ++second)
      values.push_back(whole.value_at(second));
    std::sort(values.begin(), values.end());
    const long low = values[static_cast<std::size_t>(std::max(0L, day * eighths / 8 - 1))];
    long date = now;
    while (date < now + delay && whole.value_at(date) > low)
      ++date;
    ASSERT_EQ(release_of(policy,
                         {{"quantile", std::to_string(static_cast<double>(eighths) / 8)},
                          {"delay", std::to_string(delay)}},
                         whole.series(), static_cast<Seconds>(now), 60),
              static_cast<Seconds>(date))
        << seed;
    waits += date > now;
  }
  EXPECT_GT(waits, 4);
}

} // namespace wait_below_test
} // namespace malha::test
