// SPDX-License-Identifier: MIT
// Dates, durations and numbers of nodes as traces write them.
#include "scenarios/workload/files/field_values.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace field_values_test {

constexpr std::int64_t second = 1'000'000; // in microseconds

/// Microseconds since 1970.
std::int64_t of(const std::string& text) {
  const auto date = iso_date(text);
  EXPECT_TRUE(date) << text;
  return date ? date->microseconds : 0;
}

// From 1970 to 1 May 2020 there are 50 years of 365 days, 12 leap days (1972 to 2016), and in 2020 31 + 29 +
// 31 + 30 days: 18250 + 12 + 121 = 18383 days.
constexpr std::int64_t may_2020 = 18383LL * 86400 * second;

TEST(IsoDates, AreReadInAllTheirForms) {
  EXPECT_EQ(of("1970-01-01T00:00:00Z"), 0);
  EXPECT_EQ(of("2020-05-01"), may_2020);
  for (const auto* same : {"2020-05-01T10:00:03Z", "2020-05-01 10:00:03", "2020-05-01 10:00:03+00:00",
                           "2020-05-01T12:00:03+02:00", "2020-05-01T12:00:03+0200", "2020-05-01T08:00:03-02",
                           "2020-05-01 10:00:03 UTC", "2020-05-01 10:00:03.000000000Z",
                           "2020-05-01T05:30:03-04:30", "2020-04-30T23:00:03-11:00"})
    EXPECT_EQ(of(same), may_2020 + (10 * 3600 + 3) * second) << same;
  EXPECT_EQ(of("2020-05-01T10:00Z"), may_2020 + 36000 * second);
  EXPECT_EQ(of("2020-05-01T00:00:00.25"), may_2020 + second / 4);
  EXPECT_EQ(of("2020-05-01T00:00:00,5+00"), may_2020 + second / 2);
  EXPECT_EQ(of("2020-05-01T00:00:00.123456789Z"), may_2020 + 123456); // cut off behind the microsecond
  EXPECT_EQ(of("1969-12-31T23:59:59Z"), -second);
  EXPECT_EQ(of("2016-12-31T23:59:60Z"), of("2017-01-01T00:00:00Z")); // a leap second
  EXPECT_EQ(of("2020-02-29"), of("2020-03-01") - 86400 * second);
}

TEST(IsoDates, SayWhetherTheyHaveAZone) {
  EXPECT_TRUE(iso_date("2017-10-07 01:11:39")->lacks_zone);
  EXPECT_TRUE(iso_date("2017-10-07")->lacks_zone);
  EXPECT_FALSE(iso_date("2017-10-07 01:11:39Z")->lacks_zone);
  EXPECT_FALSE(iso_date("2017-10-07 01:11:39-07:00")->lacks_zone);
}

TEST(IsoDates, ThatAreNoneAreRefused) {
  for (const auto* text : {"",
                           "2020",
                           "2020-05",
                           "2020-5-1",
                           "20200501",
                           "01/05/2020",
                           "2020-13-01",
                           "2020-00-01",
                           "2020-02-30",
                           "2019-02-29",
                           "2020-05-32",
                           "1399-01-01",
                           "0000-01-01",
                           "2020-05-01T",
                           "2020-05-01T10",
                           "2020-05-01T24:00",
                           "2020-05-01T10:60",
                           "2020-05-01T10:00:61",
                           "2020-05-01T10:00:00.",
                           "2020-05-01T10:00:00 PDT",
                           "2020-05-01T10:00:00+",
                           "2020-05-01T10:00:00+2",
                           "2020-05-01T10:00:00+02:",
                           "2020-05-01T10:00:00+02:60",
                           "2020-05-01T10:00:00+24",
                           "2020-05-01T10:00:00Zx",
                           "2020-05-01x",
                           "2020-05-01T10:00:00+02:00:00",
                           "+020-05-01",
                           "2020-05-+1"})
    EXPECT_FALSE(iso_date(text)) << text;
}

TEST(Dates, HaveTheUnitThatIsSaid) {
  EXPECT_EQ(date_in("90", "s")->microseconds, 90 * second);
  EXPECT_EQ(date_in("1.5", "min")->microseconds, 90 * second);
  EXPECT_EQ(date_in("0.5", "h")->microseconds, 1800 * second);
  EXPECT_EQ(date_in("250", "ms")->microseconds, second / 4);
  EXPECT_EQ(date_in("1588291200", "epoch")->microseconds, may_2020);
  EXPECT_EQ(date_in("1588291200250", "epoch_ms")->microseconds, may_2020 + second / 4);
  EXPECT_EQ(date_in("2020-05-01", "date")->microseconds, may_2020);
  for (const auto* form : {"date", "epoch", "epoch_ms"})
    EXPECT_TRUE(date_in(std::string(form) == "date" ? "2020-05-01" : "5", form)->is_of_calendar);
  EXPECT_FALSE(date_in("5", "s")->is_of_calendar);
  // Milliseconds that are taken for seconds are beyond the year 9999.
  for (const auto* text : {"1588291200250", "253402300800", "-5", "1e300", "inf", "nan", "5 s", "2020-05-01"})
    EXPECT_FALSE(date_in(text, "epoch")) << text;
}

TEST(Durations, HaveTheUnitThatIsSaid) {
  EXPECT_EQ(duration_in("3600", "s"), 3600);
  EXPECT_EQ(duration_in("90", "min"), 5400);
  EXPECT_EQ(duration_in("24", "h"), 86400);
  EXPECT_EQ(duration_in("1234", "ms"), 1.234);
  EXPECT_EQ(duration_in("0", "s"), 0);
  for (const auto* text : {"", "-2", "1:00:00", "ten", "1e12", "inf", "0x10", " 1"})
    EXPECT_FALSE(duration_in(text, "s")) << text;
}

// 1 d 6 h 30 min = 86 400 + 23 400 s.
TEST(Durations, MayHaveHoursMinutesAndSeconds) {
  for (const auto& [text, seconds] : std::vector<std::pair<std::string, double>>{{"00:40:00", 2400},
                                                                                 {"1-06:30:00", 109800},
                                                                                 {"1-06:30", 109800},
                                                                                 {"1-06", 108000},
                                                                                 {"1-00:00:00", 86400},
                                                                                 {"100:00:00", 360000},
                                                                                 {"4:00:01", 14401},
                                                                                 {"30:00", 1800},
                                                                                 {"00:01.25", 1.25},
                                                                                 {"01:00:00.5", 3600.5},
                                                                                 {"00:00:00", 0}})
    EXPECT_EQ(duration_in(text, "hms"), seconds) << text;
  for (const auto* text :
       {"", "40", "1-", "1:", "00:60", "00:00:60", "0:0:0", "1-24:00:00", "-1:00", "1:00:00:00", "1-2-03:00",
        "00:01.", "1-06.5", "06:30:00x", " 06:30:00", "99999999999-00:00:00", "INVALID"})
    EXPECT_FALSE(duration_in(text, "hms")) << text;
}

TEST(NumbersOfNodes, AreIntegersOrTheBeginningOfALayout) {
  EXPECT_EQ(count_in("16", "count"), 16);
  EXPECT_EQ(count_in("16.0", "count"), 16);
  EXPECT_EQ(count_in("0", "count"), 0);
  EXPECT_EQ(count_in("frontier:excl:2500x112", "NxC"), 2500);
  EXPECT_EQ(count_in("4x56", "NxC"), 4);
  for (const auto* text : {"", "1.5", "-2", "2147483648", "4x56", "nodes"})
    EXPECT_FALSE(count_in(text, "count")) << text;
  for (const auto* text :
       {"", "4", "4x", "x56", "frontier:excl", "frontier:4x56:excl", "4x56x2", "4.5x56", "2147483648x1"})
    EXPECT_FALSE(count_in(text, "NxC")) << text;
}

TEST(UnknownValues, AreWordsForThem) {
  for (const auto* text : {"", "-1", "-1.0", "NA", "n/a", "NaN", "None", "null", "Unknown", "INFINITE",
                           "UNLIMITED", "Partition_Limit", "None assigned", "NOT_SET", "(null)"})
    EXPECT_TRUE(is_unknown(text)) << text;
  for (const auto* text : {"0", "-2", "1", "unknown node", "NAN0"})
    EXPECT_FALSE(is_unknown(text)) << text;
}

TEST(UnknownValues, AreNumbersThatSlurmHasForThem) {
  for (const auto* text : {"4294967294", "4294967295", "18446744073709551614", "18446744073709551615"})
    EXPECT_TRUE(is_unknown_number(text)) << text;
  for (const auto* text : {"", "4294967293", "65534", "0"})
    EXPECT_FALSE(is_unknown_number(text)) << text;
}

TEST(IsoDates, AreWrittenInUtc) {
  EXPECT_EQ(iso_text({may_2020 + 36003 * second, true, false}), "2020-05-01T10:00:03Z");
  EXPECT_EQ(iso_text({may_2020 + second / 4, true, true}), "2020-05-01T00:00:00.250000Z");
}

} // namespace field_values_test
} // namespace malha::testing
