// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/release.hpp"
#include "tests/policies/support/policy_maker.hpp"

#include <random>

namespace malha::test {

/// The date at which a policy with these parameters releases a job of that walltime, which is submitted
/// `now`.
inline Seconds release_of(const std::string& policy, const std::map<std::string, std::string>& parameters,
                          const StepSeries& carbon, Seconds now, Seconds walltime,
                          const StepSeries* price = nullptr) {
  cluster::QueuedJob job;
  job.submitted = now;
  job.walltime = walltime;
  return make<cluster::JobRelease>(policy, parameters)->release(job, {now, &carbon, price});
}

/// A series of small whole numbers at whole dates, with a period or without, and the same second by second.
struct WholeSeries {
  explicit WholeSeries(unsigned seed, int longest) {
    std::mt19937 random(seed);
    const auto draw = [&](int most) { return static_cast<int>(random() % static_cast<unsigned>(most)); };
    int date = draw(2) * draw(longest);
    for (int step = 0, all = 1 + draw(8); step < all; ++step, date += 1 + draw(longest))
      steps.push_back({static_cast<Seconds>(date), static_cast<double>(draw(7) - 2)});
    if (draw(2) == 0)
      period = date - steps.front().date + draw(longest); // `date` is behind the last step
  }

  StepSeries series() const { return {steps, period}; }
  long value_at(long date) const {
    const auto first = static_cast<long>(steps.front().date);
    if (period && date > first)
      date = first + (date - first) % static_cast<long>(*period);
    auto value = static_cast<long>(steps.front().value);
    for (const auto& step : steps)
      if (static_cast<long>(step.date) <= date)
        value = static_cast<long>(step.value);
    return value;
  }

  std::vector<StepSeries::Step> steps;
  std::optional<Seconds> period;
};

} // namespace malha::test
