// SPDX-License-Identifier: MIT
#include "job_classes.hpp"

namespace malha {
namespace {

using Sums = ClassedJobs::Sums;

std::optional<double> quantile_of(const std::array<Sums, job_classes>& classes,
                                  QuantileHistogram Sums::*histogram, double share) {
  QuantileHistogram all;
  for (const auto& one : classes)
    all.add(one.*histogram);
  return all.quantile(share);
}

JobClass class_of(Seconds alone, int resources, const ClassBorders& borders) {
  const bool is_narrow = resources <= borders.widest_narrow;
  if (alone > borders.longest_short)
    return is_narrow ? JobClass::long_narrow : JobClass::long_wide;
  return is_narrow ? JobClass::short_narrow : JobClass::short_wide;
}

} // namespace

void ClassedJobs::add(const JobRow& row) {
  const Seconds alone = run_time_alone(row, rule_.speed), waiting = waiting_time(row);
  const double slowdown = bounded_ratio(turnaround_time(row), alone, rule_.threshold);
  auto& sums = classes_[static_cast<std::size_t>(class_of(alone, row.task.resources, borders_))];
  sums.waiting += waiting;
  sums.slowdown += slowdown;
  sums.waits.add(waiting);
  sums.slowdowns.add(slowdown);
}

double ClassedJobs::slowdown() const {
  double sum = 0;
  for (const auto& one : classes_)
    sum += one.slowdown;
  return sum;
}

std::optional<double> ClassedJobs::waiting_quantile(double share) const {
  return quantile_of(classes_, &Sums::waits, share);
}

std::optional<double> ClassedJobs::slowdown_quantile(double share) const {
  return quantile_of(classes_, &Sums::slowdowns, share);
}

} // namespace malha
