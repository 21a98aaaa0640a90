// SPDX-License-Identifier: MIT
// What the plain OscarPBS scheduler accepts and that of the suite does not, or refuses. Its other cases are
// those of oscarpbs_examples.hpp.
#include "oscarpbs_reference_cases.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace oscarpbs_reference_test {

using namespace oscar_cases;

TEST(OscarReference, WithoutAnyRemovalAllowedAStarveJobIsCriticalAtOnce) {
  const Jobs jobs{common(1, 0, 100, {{4}}), common(2, 1, 50, {{8}}),
                  until('Q', 155, common(3, 30, 50, {{8}})), until('Q', 215, common(4, 31, 50, {{8}}))};
  OscarSettings settings = starving(20);
  // Job 2 has [100, 150) from 21 on and keeps it: job 3 finds nothing. Job 4 has [165, 215) and follows at
  // 150.
  settings.deallocation_limit = 0;
  const OscarResult never = oscarpbs_reference(one_machine, jobs, settings);
  EXPECT_EQ(starts(never), (Starts{{1, 0}, {2, 100}, {4, 150}}));
  EXPECT_TRUE(never.deallocations.empty());
  EXPECT_EQ(never.never_ran, (Ids{3}));
}

TEST(OscarReference, AnOlderStarveJobDoesNotRemoveACriticalOne) {
  OscarSettings settings = starving(10);
  settings.deallocation_limit = 0;
  // At 40 job 3 fails, job 4 is brought forward to [40, 80), and at 80 job 3 is.
  const OscarResult result = oscarpbs_reference(one_machine, old_and_young, settings);
  EXPECT_EQ(starts(result), (Starts{{1, 0}, {2, 0}, {3, 80}, {4, 40}}));
  EXPECT_TRUE(result.deallocations.empty());
}

TEST(OscarReference, RefusesBadJobs) {
  const auto run = [](const OscarJob& job) { oscarpbs_reference(one_machine, {job}, {}); };
  EXPECT_THROW(run(common(1, 0, 0, {{1}})), std::invalid_argument);
  EXPECT_THROW(run(ending_after(11, common(1, 0, 10, {{1}}))), std::invalid_argument);
  EXPECT_THROW(run(common(1, 0, 10, {})), std::invalid_argument);
  EXPECT_THROW(run(common(1, 0, 10, {{1, 1}})), std::invalid_argument);
  EXPECT_THROW(run(until('Q', common(1, 0, 10, {{1}}).deadline, common(1, 0, 10, {{1}}))),
               std::invalid_argument);
  EXPECT_THROW(run(common(1, 0, 10, {{9}})), std::logic_error);
}

} // namespace oscarpbs_reference_test
} // namespace malha::testing
