// SPDX-License-Identifier: MIT
#include "policies/sdk/step_series.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace malha::testing {
namespace step_series_test {

using Steps = std::vector<StepSeries::Step>;

// 5 up to 10, -2 up to 14, 3 from there on.
TEST(StepSeries, AddsUpEachValueWhileItHolds) {
  const StepSeries series({{0, 5}, {10, -2}, {14, 3}}, std::nullopt);
  EXPECT_EQ(series.value_at(0), 5);
  EXPECT_EQ(series.value_at(9.99), 5);
  EXPECT_EQ(series.value_at(10), -2);
  EXPECT_EQ(series.value_at(1e9), 3);
  EXPECT_EQ(series.integral(8, 15), 10 - 8 + 3);
  EXPECT_EQ(series.integral(8, 9), 5);
  EXPECT_EQ(series.integral(10, 14), -8);
  EXPECT_EQ(series.integral(0, 14), 42);
  EXPECT_EQ(series.integral(14, 1014), 3000);
  EXPECT_EQ(series.integral(9, 9), 0);
  EXPECT_EQ(series.integral(9, 8), 0);
}

TEST(StepSeries, HasItsFirstValueBeforeItsFirstDate) {
  const StepSeries series({{4, 7}, {6, 1}}, std::nullopt);
  EXPECT_EQ(series.value_at(0), 7);
  EXPECT_EQ(series.integral(0, 3), 21);
  EXPECT_EQ(series.integral(0, 7), 42 + 1);
  EXPECT_EQ(series.next_change(0), 6);
}

TEST(StepSeries, ChangesWhereItsValueDoes) {
  const StepSeries series({{0, 1}, {5, 1}, {8, 2}, {9, 2}}, std::nullopt);
  EXPECT_EQ(series.next_change(0), 8);
  EXPECT_EQ(series.next_change(7.5), 8);
  EXPECT_EQ(series.next_change(8), never);
  EXPECT_EQ(series.integral(4, 10), 4 + 4);
  EXPECT_EQ(StepSeries({{0, 4}}, std::nullopt).next_change(0), never);
}

// In each period of 10 from 1 on: 2 for 4 s, 5 for 6 s, so 38 a period. Before 1 it is 2, as at 1.
TEST(StepSeries, ComesAgainAPeriodLater) {
  const StepSeries series({{1, 2}, {5, 5}}, 10.0);
  EXPECT_EQ(series.value_at(10.5), 5);
  EXPECT_EQ(series.value_at(11), 2);
  EXPECT_EQ(series.value_at(15), 5);
  EXPECT_EQ(series.integral(0, 1), 2);
  EXPECT_EQ(series.integral(1, 11), 38);
  EXPECT_EQ(series.integral(4, 12), 2 + 30 + 2);
  EXPECT_EQ(series.integral(4, 22), 2 + 30 + 38 + 2);
  EXPECT_EQ(series.integral(0, 1 + 1e7), 2 + 38e6);
  EXPECT_EQ(series.next_change(0), 5);
  EXPECT_EQ(series.next_change(5), 11);
  EXPECT_EQ(series.next_change(11), 15);
  EXPECT_EQ(series.next_change(1e6), 1e6 + 1); // 1 + 10 x 1e5
}

// 3 holds up to 2 and from 6 on, to the next period: what ends there changes nothing.
TEST(StepSeries, DoesNotChangeWhereAPeriodEndsAsTheNextBegins) {
  const StepSeries series({{0, 3}, {2, 1}, {6, 3}}, 8.0);
  EXPECT_EQ(series.next_change(2), 6);
  EXPECT_EQ(series.next_change(6), 10);
  EXPECT_EQ(series.next_change(8), 10);
  EXPECT_EQ(series.integral(6, 10), 12);
  EXPECT_EQ(StepSeries({{0, 3}, {2, 3}}, 8.0).next_change(5), never);
  EXPECT_EQ(StepSeries({{0, 3}, {2, 3}}, 8.0).integral(1, 101), 300);
}

// SimGrid 4, examples/cpp/exec-co2: idle at 100 W for ten hours in France, hourly intensities in g/kWh; the
// plugin prints 32.314 g. 0.1 kWh an hour, so a tenth of the sum.
TEST(StepSeries, GivesTheCarbonOfSimGridsExample) {
  const std::vector<double> france{29.09, 30.08, 32.33, 32.96, 33.0, 33.41, 34.52, 33.63, 32.17, 31.95};
  Steps steps;
  for (std::size_t hour = 0; hour < france.size(); ++hour)
    steps.push_back({3600.0 * static_cast<double>(hour), france[hour]});
  EXPECT_DOUBLE_EQ(StepSeries(steps, std::nullopt).integral(0, 36000) * 100 / 3.6e6, 32.314);
  EXPECT_DOUBLE_EQ(StepSeries(steps, 36000.0).integral(36000, 72000) * 100 / 3.6e6, 32.314);
}

// A hundred thousand steps of 1e6 and -1e6 in turn, and one of 1e-6 at the end: 1e5 seconds away from
// the front, the last second alone is still exact, and so is the whole.
TEST(StepSeries, LosesNothingBehindManySteps) {
  Steps steps;
  for (int i = 0; i < 100000; ++i)
    steps.push_back({static_cast<double>(i), i % 2 == 0 ? 1e6 : -1e6});
  steps.push_back({1e5, 1e-6});
  const StepSeries series(std::move(steps), std::nullopt);
  EXPECT_EQ(series.integral(1e5, 1e5 + 1), 1e-6);
  EXPECT_EQ(series.integral(0, 1e5 + 1), 1e-6);
  EXPECT_EQ(series.integral(1, 1e5 + 1), -1e6 + 1e-6);
  EXPECT_EQ(series.integral(0.5, 99999.5), 0);
}

/// What the definition says, step by step.
struct Reference {
  Steps steps;
  std::optional<Seconds> period;

  Steps unrolled(Seconds until) const {
    Steps all;
    for (double k = 0; k == 0 || (period && steps.front().date + k * *period <= until); ++k)
      for (const auto& step : steps)
        all.push_back({step.date + k * period.value_or(0), step.value});
    return all;
  }
  double value_at(Seconds date) const {
    double value = steps.front().value;
    for (const auto& step : unrolled(date))
      if (step.date <= date)
        value = step.value;
    return value;
  }
  double integral(Seconds from, Seconds to) const {
    std::vector<Seconds> dates{from, to};
    for (const auto& step : unrolled(to))
      if (step.date > from && step.date < to)
        dates.push_back(step.date);
    std::sort(dates.begin(), dates.end());
    double sum = 0;
    for (std::size_t i = 1; i < dates.size(); ++i)
      sum += value_at(dates[i - 1]) * (dates[i] - dates[i - 1]);
    return sum;
  }
  Seconds next_change(Seconds after, Seconds until) const {
    for (const auto& step : unrolled(until))
      if (step.date > after && value_at(step.date - 0.25) != step.value)
        return step.date;
    return never;
  }
};

// Whole numbers and halves: all sums are exact, and so both must be the same.
TEST(StepSeriesProperties, AreThoseOfItsDefinition) {
  std::mt19937_64 random(1);
  const auto draw = [&](int low, int high) {
    return static_cast<double>(std::uniform_int_distribution<>(low, high)(random));
  };
  for (int instance = 0; instance < 400; ++instance) {
    Reference reference;
    for (Seconds date = draw(0, 3); reference.steps.empty() || draw(0, 4) > 0; date += draw(1, 4))
      reference.steps.push_back({date, draw(-2, 2)});
    if (draw(0, 1) > 0)
      reference.period = reference.steps.back().date - reference.steps.front().date + draw(1, 5);
    const StepSeries series(reference.steps, reference.period);
    for (int query = 0; query < 20; ++query) {
      const Seconds from = draw(0, 60) / 2, to = from + draw(0, 120) / 2;
      EXPECT_EQ(series.value_at(from), reference.value_at(from)) << instance;
      EXPECT_EQ(series.integral(from, to), reference.integral(from, to)) << instance;
      EXPECT_EQ(series.next_change(from), reference.next_change(from, from + 100)) << instance;
    }
  }
}

} // namespace step_series_test
} // namespace malha::testing
