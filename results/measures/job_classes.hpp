// SPDX-License-Identifier: MIT
#pragma once
#include "job_times.hpp"
#include "results/statistics/quantiles.hpp"

namespace malha {

/// Classes of jobs by run time and size (srinivasan2002).
enum class JobClass { short_narrow, short_wide, long_narrow, long_wide };
inline constexpr std::size_t job_classes = 4;

/// The borders of classes of jobs.
struct ClassBorders {
  Seconds longest_short = 3600; ///< run time alone of the longest short job
  int widest_narrow = 8;        ///< resources of the widest narrow job
};

/// Waits and slowdowns of the jobs that count, by class, in memory that does not grow with their number.
class ClassedJobs {
public:
  /// The sums of one class.
  struct Sums {
    double waiting = 0, slowdown = 0;
    QuantileHistogram waits, slowdowns;
  };

  void measure_by(const SlowdownRule& rule, const ClassBorders& borders) {
    rule_ = rule;
    borders_ = borders;
  }
  const SlowdownRule& rule() const { return rule_; }

  void add(const JobRow& row);

  const Sums& of(JobClass one) const { return classes_[static_cast<std::size_t>(one)]; }
  double slowdown() const; ///< sum over all classes
  /// The quantile of waits, or of slowdowns, over all classes.
  std::optional<double> waiting_quantile(double share) const;
  std::optional<double> slowdown_quantile(double share) const;

private:
  SlowdownRule rule_;
  ClassBorders borders_;
  std::array<Sums, job_classes> classes_;
};

} // namespace malha
