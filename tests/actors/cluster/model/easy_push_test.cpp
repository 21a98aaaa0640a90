// SPDX-License-Identifier: MIT
#include "batch_run.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace easy_push_test {

// No job is urgent, so nobody has a slot but the head, and nobody pushes it.
TEST(EasyPushDifferential, OfCommonJobsIsEasy) {
  const int instances = scaled(600);
  for (int seed = 0; seed < instances; ++seed) {
    const int nodes = 1 + seed % 12;
    const auto jobs = random_jobs(static_cast<std::uint64_t>(seed), 30, nodes);
    ASSERT_EQ(schedule_of("cluster/easy_push", {}, jobs, nodes),
              schedule_of("cluster/easy_backfill", {}, jobs, nodes))
        << "seed " << seed;
  }
}

} // namespace easy_push_test
} // namespace malha::testing
