// SPDX-License-Identifier: MIT
// The shipped model and policies of the pool against a plain reference, on random pools, to the last digit.
#include "instances.hpp"
#include "pool_run.hpp"
#include "tests/support/names.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace malha::testing {
namespace differential_test {

using namespace reference_pool;

constexpr std::uint64_t pools = 1000; ///< of each kind

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

class PoolDifferential : public ::testing::TestWithParam<Case> {};

TEST_P(PoolDifferential, EveryAttemptAndMeasureIsThatOfTheReference) {
  for (std::uint64_t seed = 0; seed < pools; ++seed) {
    SCOPED_TRACE("pool " + std::to_string(seed));
    const auto input = random_pool(GetParam().kind, seed);
    const auto expected = simulate(input);
    const auto found = run_pool(input);
    ASSERT_EQ(attempts_of(found.output), attempts_of(expected));
    ASSERT_EQ(found.loss_of_capacity, loss_of_capacity(input, expected));
    ASSERT_EQ(found.policy_cost, policy_cost(input, expected));
    if (!GetParam().kind.crashes) { // the reference's shares do not fall with machines
      ASSERT_EQ(found.policy_violation, policy_violation(input, expected));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, PoolDifferential, ::testing::ValuesIn(cases()), ByValue());

} // namespace differential_test
} // namespace malha::testing
