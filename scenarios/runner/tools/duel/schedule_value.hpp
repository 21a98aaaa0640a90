// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"
#include "results/measures/metric.hpp"

namespace malha::duel {

/// Computes one metric of small schedules as a run does, from the rows of jobs.
class ScheduleValue {
public:
  /// `run` has the parameters of the run, such as slowdown_threshold. Throws InputError if the metric is
  /// unknown, or not computed from rows.
  ScheduleValue(const std::string& metric, const Parameters& run);

  bool more_is_better() const { return metric_.better == Better::more; }
  /// The metric of these rows, which are put into the order of jobs.csv. `speeds`: of the resources. Nothing
  /// if it has no value.
  std::optional<double> of(std::vector<JobRow>& rows, const std::vector<FlopsPerSecond>& speeds) const;

private:
  std::optional<double> by_sum(const std::vector<JobRow>& rows,
                               const std::vector<FlopsPerSecond>& speeds) const;

  const Metric& metric_;
  const SlowdownRule slowdowns_;
  const ClassBorders classes_;
};

} // namespace malha::duel
