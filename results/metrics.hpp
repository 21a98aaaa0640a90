// SPDX-License-Identifier: MIT
#pragma once
#include "records.hpp"

namespace malha {

/// A metric of the vocabulary all studies share; docs/files.md gives the formulas.
struct MetricSpec {
  std::string name;
  std::string unit;
  std::string meaning;
};

/// What every run measures, in the order of schedule.csv.
const std::vector<MetricSpec>& known_metrics();

/// The least execution time a bounded slowdown divides by.
inline constexpr Seconds bounded_slowdown_threshold = 10;

/// Sums over the rows of a schedule, in constant memory.
class ScheduleMetrics {
public:
  void add(Seconds submitted, Seconds start, Seconds finish);

  /// The values of `known_metrics`, given when the last manager finished. Means of no rows are left out.
  std::vector<MetricValue> values(Seconds simulated_time) const;

  std::int64_t rows() const { return rows_; }

private:
  std::int64_t rows_ = 0;
  Seconds first_submission_ = 0;
  Seconds last_finish_ = 0;
  Seconds waiting_ = 0;
  Seconds longest_waiting_ = 0;
  Seconds turnaround_ = 0;
  double bounded_slowdown_ = 0;
};

} // namespace malha
