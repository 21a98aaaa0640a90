// SPDX-License-Identifier: MIT
#pragma once
#include "job_times.hpp"
#include "results/statistics/quantiles.hpp"

namespace malha {

/// Classes of jobs by run time and size (srinivasan2002).
enum class JobClass { short_narrow, short_wide, long_narrow, long_wide };
inline constexpr std::size_t job_classes = 4; ///< number of classes

/// The borders of classes of jobs.
struct ClassBorders {
  Seconds longest_short = 3600; ///< a job is short if its `run_time_alone` is at most this
  int widest_narrow = 8;        ///< a job is narrow if it has at most so many resources
};

/// Waits and slowdowns of jobs by class. Their memory does not grow with the number of jobs.
class ClassedJobs {
public:
  /// Waits and slowdowns of one class: their sums and their distributions.
  struct Sums {
    double waiting = 0, slowdown = 0;
    QuantileHistogram waits, slowdowns;
  };

  /// Sets the rule of slowdowns and the borders of classes; called before any job.
  void measure_by(const SlowdownRule& rule, const ClassBorders& borders) {
    rule_ = rule;
    borders_ = borders;
  }
  const SlowdownRule& rule() const { return rule_; }

  /// Adds a job that ran and counts in means and maxima.
  void add(const JobRow& row);

  const Sums& of(JobClass one) const { return classes_[static_cast<std::size_t>(one)]; }
  /// The sum of all slowdowns.
  double slowdown() const;
  /// A quantile of the waits, or of the slowdowns, of all classes. `share`: from 0 to 1.
  std::optional<double> waiting_quantile(double share) const;
  std::optional<double> slowdown_quantile(double share) const;

private:
  SlowdownRule rule_;
  ClassBorders borders_;
  std::array<Sums, job_classes> classes_;
};

} // namespace malha
