// SPDX-License-Identifier: MIT
#pragma once
#include "records.hpp"

#include <limits>

namespace malha {

/// A metric of the vocabulary all studies share; docs/files.md gives the formulas.
struct MetricSpec {
  std::string name;
  std::string unit;
  std::string meaning;
  bool is_optional = false; ///< only runs have it in which its actor counts it
};

/// What every run measures, in the order of schedule.csv.
const std::vector<MetricSpec>& known_metrics();

/// The least execution time a bounded slowdown divides by.
inline constexpr Seconds bounded_slowdown_threshold = 10;

/// Waits and slowdowns of a group of jobs, in constant memory.
struct WaitSums {
  std::int64_t jobs = 0;
  Seconds waiting = 0;
  Seconds longest_waiting = 0;
  Seconds turnaround = 0;
  double bounded_slowdown = 0;

  void add(Seconds submitted, Seconds start, Seconds finish);
};

std::string users_header();
/// A row of users.csv. Of at least one job.
std::string users_line(const std::string& user, const WaitSums& sums);

/// Sums over the rows of a schedule, in constant memory.
class ScheduleMetrics {
public:
  /// Only jobs that are submitted from the first of these dates on and before the second count in means and
  /// maxima.
  void count_only(Seconds warm_up, Seconds cool_down);

  /// A job that ran. In the order of any date.
  void add(Seconds submitted, Seconds start, Seconds finish, FinalState state = FinalState::completed);
  /// A job that no one will run: its submission counts as one.
  void add_rejected(Seconds submitted);

  /// The values of `known_metrics`, given when the last manager finished. Means of no rows are left out.
  std::vector<MetricValue> values(Seconds simulated_time) const;

  /// Whether a job of that submission counts in means and maxima.
  bool counts(Seconds submitted) const { return submitted >= warm_up_ && submitted < cool_down_; }
  /// Jobs that ran or were rejected.
  std::int64_t rows() const { return rows_ + rejected_; }

private:
  Seconds warm_up_ = 0;
  Seconds cool_down_ = std::numeric_limits<Seconds>::infinity();
  std::int64_t rows_ = 0;
  std::int64_t killed_ = 0;
  std::int64_t rejected_ = 0;
  Seconds first_submission_ = std::numeric_limits<Seconds>::infinity(); ///< rejected jobs included
  Seconds last_finish_ = 0;
  WaitSums counted_;
};

} // namespace malha
