// SPDX-License-Identifier: MIT
#include "results/validate/starts_by_id.hpp"

#include <gtest/gtest.h>

namespace malha::test {
namespace starts_by_id_test {

// Ids that are numbers from 0 on, in one block and in another; and texts that only look like numbers.
const std::string ids[] = {"0", "7", "8", "9000000000", "-1", "07", "+7", "w0!7", "", "7 "};

TEST(StartsById, KeepsEachTextApart) {
  StartsById jobs;
  double start = 0;
  for (const auto& id : ids) {
    EXPECT_FALSE(jobs.has(id)) << id;
    EXPECT_TRUE(jobs.add(id)) << id;
    EXPECT_FALSE(jobs.add(id)) << id;
    EXPECT_FALSE(jobs.start_of(id)) << id;
    jobs.set_start(id, ++start);
  }
  EXPECT_EQ(jobs.jobs(), 10);
  EXPECT_EQ(jobs.starts(), 10);
  start = 0;
  for (const auto& id : ids)
    EXPECT_EQ(jobs.start_of(id), ++start) << id;
  EXPECT_FALSE(jobs.has("1"));
}

TEST(StartsById, TheLastStartOfAnIdCounts) {
  StartsById jobs;
  jobs.add("3");
  jobs.add("4");
  jobs.set_start("3", 5);
  jobs.set_start("3", 0);
  EXPECT_EQ(jobs.start_of("3"), 0);
  EXPECT_EQ(jobs.jobs(), 2);
  EXPECT_EQ(jobs.starts(), 1);
}

} // namespace starts_by_id_test
} // namespace malha::test
