// SPDX-License-Identifier: MIT
// The shipped model and policies of the pool against a plain reference, on random pools, to the last digit.
#include "instances.hpp"
#include "pool_run.hpp"
#include "reference_pool_cases.hpp"
#include "reference_pool_metrics.hpp"
#include "tests/support/names.hpp"
#include "tests/support/scaled.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace differential_test {

using namespace reference_pool;

const std::uint64_t pools = scaled<std::uint64_t>(1000); ///< of each kind

struct Case {
  std::string name;
  PoolKind kind;
};

std::string printed(const Case& one) { return one.name; }

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const bool crashes : {false, true}) {
    const std::string behind = crashes ? " with crashes" : "";
    all.push_back({"osep" + behind, {Preemption::osep, Negotiation::owner_share, false, crashes}});
    all.push_back({"osep ckpt" + behind, {Preemption::osep, Negotiation::owner_share, true, crashes}});
    all.push_back({"fair share" + behind, {Preemption::none, Negotiation::fair_share, false, crashes}});
    all.push_back({"osep usage" + behind, {Preemption::osep, Negotiation::fair_share, true, crashes}});
    all.push_back({"hybrid" + behind, {Preemption::osep, Negotiation::hybrid, false, crashes}});
  }
  return all;
}

std::string text_of(const Attempt& attempt) {
  static const char* const outcomes[] = {"completed", "preempted", "suspended", "failed"};
  std::ostringstream text;
  text.precision(17);
  text << "task " << attempt.task << " on machine " << attempt.machine << " " << attempt.start << "-"
       << attempt.end << " " << outcomes[static_cast<int>(attempt.outcome)];
  return text.str();
}

/// In the order of their starts.
std::vector<std::string> attempts_of(Output output) {
  std::sort(output.attempts.begin(), output.attempts.end(), [](const Attempt& a, const Attempt& b) {
    return std::tie(a.start, a.task) < std::tie(b.start, b.task);
  });
  std::vector<std::string> texts;
  for (const auto& attempt : output.attempts)
    texts.push_back(text_of(attempt));
  return texts;
}

class RandomPoolDifferential : public ::testing::TestWithParam<Case> {};

void compare(const Input& input) {
  const auto expected = simulate(input);
  const auto found = run_pool(input);
  ASSERT_EQ(attempts_of(found.output), attempts_of(expected));
  ASSERT_EQ(found.loss_of_capacity, loss_of_capacity(input, expected));
  ASSERT_EQ(found.policy_cost, policy_cost(input, expected));
  if (input.crashes.empty()) { // the reference's shares do not fall with machines
    ASSERT_EQ(found.policy_violation, policy_violation(input, expected));
    ASSERT_EQ(found.share_shortfall, share_shortfalls(input, expected));
  }
}

TEST_P(RandomPoolDifferential, EveryAttemptAndMeasureIsThatOfTheReference) {
  for (std::uint64_t seed = 0; seed < pools && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE("pool " + std::to_string(seed));
    compare(random_pool(GetParam().kind, seed));
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, RandomPoolDifferential, ::testing::ValuesIn(cases()), ByValue());

// What the reference makes of these is the dossier's model column (reference_pool_column_test.cpp).
TEST(PoolDifferential, TheStudysPoolsAreThoseOfTheReference) {
  for (const std::string name :
       {"osep-a1-actuation-10m", "osep-a1-actuation-20m", "osep-a1-actuation-40m",
        "osep-a2-demand-below-share", "osep-a2-demand-equal-share", "osep-a3-demand-2x-share",
        "osep-a3-demand-3x-share", "osep-a4-uneven-demand", "osep-a5-short-tasks", "osep-a6-medium-tasks",
        "osep-a7-long-tasks", "osep-a8-mixed-tasks", "osep-a8-long-first", "osep-a8-short-first",
        "osep-a9-equal-shares-same-tasks", "osep-a9-equal-shares-mixed-tasks",
        "osep-a10-unequal-shares-same-tasks", "osep-a10-unequal-shares-mixed-tasks"})
    for (const std::string run : {"osep", "osep-ckpt", "fair-share"})
      for (const double phase : {0, 2, 4, 6, 8, 10, 12, 14, 16, 18}) {
        SCOPED_TRACE(name + " " + run + " " + std::to_string(phase));
        Input input = scenario(name);
        choose_run(input, run);
        input.phase = phase;
        compare(input);
      }
}

} // namespace differential_test
} // namespace malha::testing
