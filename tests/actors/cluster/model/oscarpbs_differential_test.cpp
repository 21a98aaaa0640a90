// SPDX-License-Identifier: MIT
// OscarPBS in the model of the batch scheduler against a plain reference that shares no code with it, to the
// last digit.
#include "oscarpbs_machine.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

namespace malha::testing {
namespace oscarpbs_differential_test {

struct Case {
  const char* name;
  std::vector<int> machines;
  OscarMix mix;
  OscarSettings settings;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

OscarSettings settings(double tolerance, int limit, bool starve, double starve_tolerance, double suspension,
                       bool push) {
  OscarSettings made;
  made.tolerance = tolerance;
  made.deallocation_limit = limit;
  made.starve = starve;
  made.starve_tolerance = starve_tolerance;
  made.max_suspension = suspension;
  made.push = push;
  return made;
}

const OscarMix commons{0, 0, 15, 15, 80, 200}, deadlines{60, 20, 5, 5, 40, 200},
    crowded{20, 30, 0, 10, 5, 300};

class OscarDifferential : public ::testing::TestWithParam<Case> {};

TEST_P(OscarDifferential, SchedulesAsTheReference) {
  constexpr int jobs = 30;
  const int instances = scaled(400);
  const auto& one = GetParam();
  int pushes = 0;
  for (std::uint64_t seed = 0; seed < static_cast<std::uint64_t>(instances); ++seed) {
    const auto batch = random_oscar_batch(seed, jobs, one.machines, one.mix);
    const auto expected = oscarpbs_reference(one.machines, batch, one.settings);
    const auto found = oscarpbs_of_the_suite(one.machines, batch, one.settings);
    ASSERT_EQ(differences(found, expected), "") << "seed " << seed;
    pushes += static_cast<int>(expected.pushes.size());
  }
  EXPECT_EQ(pushes > 0, one.settings.push) << "the instances do not exercise what they are for";
}

INSTANTIATE_TEST_SUITE_P(
    Settings, OscarDifferential,
    ::testing::Values(Case{"commons", {8, 8, 8}, commons, settings(0, 3, false, 0, 600, true)},
                      Case{"starve", {8, 8, 8}, commons, settings(0, 3, true, 60, 600, true)},
                      Case{"starve_at_once", {8, 8, 8, 8}, commons, settings(0, 2, true, 0, 50, true)},
                      Case{"all_classes", {8, 8, 8}, {}, settings(0, 3, true, 60, 100, true)},
                      Case{"unequal_machines", {4, 8, 2, 8, 6}, {}, settings(0, 1, true, 30, 100, true)},
                      Case{"deadlines", {8, 8, 8, 8}, deadlines, settings(0, 3, true, 100, 100, true)},
                      Case{"crowded", {8, 8}, crowded, settings(0, 1, true, 20, 100, true)},
                      Case{"tolerance", {8, 8, 8}, {}, settings(10, 2, true, 60, 100, true)},
                      Case{"no_push", {8, 8, 8}, {}, settings(0, 3, true, 60, 100, false)}),
    [](const auto& one) { return std::string(one.param.name); });

} // namespace oscarpbs_differential_test
} // namespace malha::testing
