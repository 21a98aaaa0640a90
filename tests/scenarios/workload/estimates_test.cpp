// SPDX-License-Identifier: MIT
#include "policies/sdk/estimates.hpp"

#include "policies/sdk/errors.hpp"
#include "tests/support/names.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace malha {
namespace estimates_test {

Seconds estimate(const std::string& rule, Seconds run_time, std::optional<Seconds> requested) {
  RandomStreams random(1);
  return Estimates(rule, random).of(run_time, requested);
}

TEST(Estimates, OfTheUserAreAsRequestedOrElseTheRunTime) {
  EXPECT_EQ(estimate("user", 10, 25), 25);
  EXPECT_EQ(estimate("user", 10, 5), 5);
  EXPECT_EQ(estimate("user", 10, std::nullopt), 10);
}

TEST(Estimates, ThatAreExactIgnoreTheRequest) { EXPECT_EQ(estimate("exact", 10, 25), 10); }

TEST(Estimates, WithAFactorAreThatManyTimesTheRunTime) {
  // 2.5 * 10, whatever was requested.
  EXPECT_EQ(estimate("factor:2.5", 10, 7), 25);
  EXPECT_EQ(estimate("factor:1", 10, 7), 10);
}

TEST(Estimates, ThatAreUniformLieBetweenTheRunTimeAndTheFactorAndOneTimesIt) {
  RandomStreams random(1);
  Estimates estimates("uniform:4", random);
  constexpr int count = 10000;
  double sum = 0;
  for (int i = 0; i < count; ++i) {
    const Seconds drawn = estimates.of(10, 7);
    EXPECT_TRUE(drawn >= 10 && drawn <= 50) << drawn;
    sum += drawn;
  }
  // Uniform from 10 to (4 + 1) * 10: mean 30, standard deviation 40 / sqrt(12); five standard errors.
  EXPECT_NEAR(sum / count, 30, 5 * 40 / std::sqrt(12.0 * count));
}

TEST(Estimates, ThatAreUniformOverNothingAreExact) { EXPECT_EQ(estimate("uniform:0", 10, 7), 10); }

TEST(Estimates, ThatAreTheSameAreSoUnlessTheRunTimeIsLonger) {
  EXPECT_EQ(estimate("same:3600", 10, 7), 3600);
  EXPECT_EQ(estimate("same:3600", 4000, 7), 4000);
}

class EstimatesRefuse : public ::testing::TestWithParam<const char*> {};

TEST_P(EstimatesRefuse, WhatIsNoRule) {
  try {
    estimate(GetParam(), 10, std::nullopt);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.what(),
              std::string("setting workload.estimates=") + GetParam() +
                  ": valid: user, exact, factor:f with f at least 1, uniform:f with f at least 0, "
                  "same:s with s above 0");
  }
}

INSTANTIATE_TEST_SUITE_P(, EstimatesRefuse,
                         ::testing::Values("", "guess", "exact:1", "user:", "factor",
                                           "factor:", "factor:0.99", "factor:2x", "factor:nan", "factor:2e9",
                                           "uniform", "uniform:-1", "uniform:inf", "same", "same:0"),
                         testing::ByValue());

} // namespace estimates_test
} // namespace malha
