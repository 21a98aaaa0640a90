// SPDX-License-Identifier: MIT
// How cases are written, and which there are.
#include "scenarios/chaos/cases.hpp"

#include <gtest/gtest.h>

namespace malha::chaos {
namespace cases_test {

TEST(CrashCases, AreWrittenAndReadBack) {
  for (const std::string text : {"w1@12.5", "w1@12.5+30", "w-1@1e-06,w@2@1e+20+3"})
    EXPECT_EQ(text_of(case_from(text)), text);
  const auto crashes = case_from("a@12.5+30,b@2");
  ASSERT_EQ(crashes.size(), 2U);
  EXPECT_EQ(crashes[0].host, "a");
  EXPECT_EQ(crashes[0].date, 12.5);
  EXPECT_EQ(crashes[0].down, 30);
  EXPECT_EQ(crashes[1].down, never);
}

TEST(CrashCases, WithoutHostOrDateAreRefused) {
  for (const std::string text :
       {"", "w1", "@5", "w1@", "w1@soon", "w1@-1", "w1@0", "w1@5+0", "w1@5+x", "w1@inf"})
    EXPECT_THROW(case_from(text), InputError) << text;
}

/// Two hosts with a resource each, and two dates.
Record two_hosts() {
  Record record;
  record.components = {{"a", "x/worker", {"x/worker"}, 1}, {"b", "x/worker", {"x/worker"}, 1}};
  record.dates = {1, 4};
  record.resources = 2;
  record.most_used = 1;
  return record;
}

Instance no_faults() { return {{}, {{}, {}, {}, Parameters(run_parameters(), {}), 0, {}, {}}, {}}; }

TEST(CrashCases, AreJustBeforeAtAndJustAfterEachDate) {
  const auto record = two_hosts();
  const auto space = case_space(no_faults(), record, {});
  // "At" is 2e-9 s later, when what ends then has ended. Of 4 s only "just before" is within the run.
  EXPECT_EQ(space.dates, (std::vector<Seconds>{1 - 1e-6, 1 + 2e-9, 1 + 1e-6, 4 - 1e-6}));
  EXPECT_DOUBLE_EQ(space.down, 0.4); // a tenth of 4 s
  // Each of the two hosts goes, or returns, at each of 4 dates.
  EXPECT_EQ(space.crashing.size(), 4U);
  EXPECT_EQ(cases_in(space, record, {true, true, true, true}, 1000, 0).size(), 16U);
  EXPECT_EQ(cases_in(space, record, {true, false, false, false}, 1000, 0).size(), 4U);
}

TEST(CrashCases, AreDrawnWhereThereAreTooMany) {
  const auto record = two_hosts();
  const auto space = case_space(no_faults(), record, {});
  const auto drawn = [&](std::uint64_t seed) {
    std::vector<std::string> texts;
    for (const auto& one : cases_in(space, record, {true, true, true, true}, 7, seed))
      texts.push_back(text_of(one.crashes));
    return texts;
  };
  EXPECT_EQ(drawn(1).size(), 7U);
  EXPECT_EQ(drawn(1), drawn(1));
  EXPECT_NE(drawn(1), drawn(2));
}

TEST(CrashCases, LeaveAsManyResourcesAsTheLargestJobNeeds) {
  auto record = two_hosts();
  record.most_used = 2; // so that no host may stay away
  const auto space = case_space(no_faults(), record, {});
  ASSERT_EQ(space.groups.size(), 1U);
  EXPECT_EQ(space.groups[0].way, "returns");
}

TEST(CrashCases, OfPairsHaveEachTwoDates) {
  const auto record = two_hosts();
  SweepRequest pairs;
  pairs.pairs = true;
  const auto space = case_space(no_faults(), record, pairs);
  // Both may not stay away, and both may return: at 4 times 4 dates.
  ASSERT_EQ(space.crashing.size(), 1U);
  EXPECT_EQ(space.groups[0].way, "2 return");
  EXPECT_EQ(cases_in(space, record, {true}, 1000, 0).size(), 16U);
}

} // namespace cases_test
} // namespace malha::chaos
