// SPDX-License-Identifier: MIT
// When past usage is reset.
#include "policies/cluster/priority/usage_reset.hpp"
#include "tests/support/thrown.hpp"

#include <gtest/gtest.h>

namespace malha::test {
namespace usage_reset_test {

using cluster::next_usage_reset;
using cluster::UsageReset;

constexpr Seconds day = 86400;
constexpr std::int64_t wednesday = 1795605319;         // 2026-11-25 11:15:19 UTC
constexpr std::int64_t sunday = 1708819200;            // 2024-02-25 00:00:00 UTC, in a leap year
constexpr Seconds midnight = 12 * 3600 + 44 * 60 + 41; // from 11:15:19 on

// From Wednesday, 25 November: to the 26th; Sunday, the 29th, 3 days later; 1 December, 5 days later; and 1
// January, 36 days later, when a quarter and a year begin, too.
TEST(UsageReset, ComesAtTheNextBeginningOfAPeriod) {
  EXPECT_EQ(next_usage_reset(UsageReset::daily, 0, wednesday), midnight);
  EXPECT_EQ(next_usage_reset(UsageReset::weekly, 0, wednesday), midnight + 3 * day);
  EXPECT_EQ(next_usage_reset(UsageReset::monthly, 0, wednesday), midnight + 5 * day);
  EXPECT_EQ(next_usage_reset(UsageReset::quarterly, 0, wednesday), midnight + 36 * day);
  EXPECT_EQ(next_usage_reset(UsageReset::yearly, 0, wednesday), midnight + 36 * day);
}

// From Sunday, 25 February 2024, 0:00, on: the next Sunday is 7 days later; 1 March 5 days, 1 April 36 days,
// 1 January 2025 366 - 31 - 24 = 311 days.
TEST(UsageReset, KnowsLeapYears) {
  EXPECT_EQ(next_usage_reset(UsageReset::daily, 0, sunday), day);
  EXPECT_EQ(next_usage_reset(UsageReset::weekly, 0, sunday), 7 * day);
  EXPECT_EQ(next_usage_reset(UsageReset::monthly, 0, sunday), 5 * day);
  EXPECT_EQ(next_usage_reset(UsageReset::quarterly, 0, sunday), 36 * day);
  EXPECT_EQ(next_usage_reset(UsageReset::yearly, 0, sunday), 311 * day);
}

// Just before a midnight it is that one, just at it the next: even where less than the resolution of a double
// at 1.8e9 s is missing.
TEST(UsageReset, ComesAfterTheDate) {
  const Seconds before = std::nextafter(midnight, 0);
  EXPECT_EQ(next_usage_reset(UsageReset::daily, before, wednesday), midnight);
  EXPECT_EQ(next_usage_reset(UsageReset::daily, midnight, wednesday), midnight + day);
  EXPECT_EQ(next_usage_reset(UsageReset::monthly, midnight + 5 * day, wednesday), midnight + 36 * day);
}

// A year of 365 days from 1970 on, each reset from the date of the one before: Sundays are 4 January, a
// Thursday being the first day, up to 27 December, 52 in all.
TEST(UsageReset, ComesAsOftenAsPeriodsBegin) {
  const auto resets_in_1970 = [](UsageReset period) {
    int resets = 0;
    for (Seconds date = next_usage_reset(period, 0, 0); date < 365 * day;
         date = next_usage_reset(period, date, 0))
      ++resets;
    return resets;
  };
  EXPECT_EQ(resets_in_1970(UsageReset::daily), 364);
  EXPECT_EQ(resets_in_1970(UsageReset::weekly), 52);
  EXPECT_EQ(resets_in_1970(UsageReset::monthly), 11);
  EXPECT_EQ(resets_in_1970(UsageReset::quarterly), 3);
  EXPECT_EQ(resets_in_1970(UsageReset::yearly), 0);
}

// 9999 begins 8029 years after 1970. A reset at its beginning is the last one.
TEST(UsageReset, DoesNotComeWithoutAPeriodOrInTheYear9999) {
  EXPECT_EQ(next_usage_reset(UsageReset::none, 0, wednesday), never);
  EXPECT_EQ(next_usage_reset(UsageReset::now, 0, wednesday), never);
  EXPECT_EQ(next_usage_reset(UsageReset::yearly, never, wednesday), never);
  const Seconds last = next_usage_reset(UsageReset::yearly, 8028.5 * 365.2425 * day, 0);
  EXPECT_NEAR(last, 8029 * 365.2425 * day, 2 * day);
  EXPECT_EQ(next_usage_reset(UsageReset::yearly, last, 0), never);
}

TEST(UsageReset, HasAWordInUpperOrLowerCase) {
  EXPECT_EQ(cluster::usage_reset_of("none"), UsageReset::none);
  EXPECT_EQ(cluster::usage_reset_of("NOW"), UsageReset::now);
  EXPECT_EQ(cluster::usage_reset_of("Daily"), UsageReset::daily);
  EXPECT_EQ(cluster::usage_reset_of("WEEKLY"), UsageReset::weekly);
  EXPECT_EQ(cluster::usage_reset_of("monthly"), UsageReset::monthly);
  EXPECT_EQ(cluster::usage_reset_of("QUARTERLY"), UsageReset::quarterly);
  EXPECT_EQ(cluster::usage_reset_of("YEARLY"), UsageReset::yearly);
  EXPECT_EQ(testing::thrown<std::invalid_argument>([] { cluster::usage_reset_of("hourly"); }),
            "'hourly' is no period after which usage is reset; valid: none, now, daily, weekly, monthly, "
            "quarterly, yearly");
}

TEST(UsageReset, IsNeededWithoutDecay) {
  EXPECT_EQ(cluster::why_usage_never_ends(0, UsageReset::none),
            "usage would grow for ever, since its half life is 0 and it is never reset; valid: a half life "
            "from 1 s on, or a period after which usage is reset");
  EXPECT_EQ(cluster::why_usage_never_ends(0, UsageReset::yearly), std::nullopt);
  EXPECT_EQ(cluster::why_usage_never_ends(1, UsageReset::none), std::nullopt);
}

} // namespace usage_reset_test
} // namespace malha::test
