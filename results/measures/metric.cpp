// SPDX-License-Identifier: MIT
#include "metric.hpp"

#include <algorithm>

namespace malha {
namespace {

class MeanOverJobs : public MetricSum {
public:
  explicit MeanOverJobs(OfJob of_job) : of_job_(of_job) {}

  void ran(const JobRow& row, bool counts) override { sum_ += counts ? of_job_(row) : 0; }
  std::optional<double> value(const RunTotals& totals) const override {
    return totals.counted > 0 ? std::optional(sum_ / static_cast<double>(totals.counted)) : std::nullopt;
  }

private:
  OfJob of_job_;
  double sum_ = 0;
};

class LargestOfJobs : public MetricSum {
public:
  explicit LargestOfJobs(OfJob of_job) : of_job_(of_job) {}

  void ran(const JobRow& row, bool counts) override {
    largest_ = counts ? std::max(largest_, of_job_(row)) : largest_;
  }
  std::optional<double> value(const RunTotals& totals) const override {
    return totals.counted > 0 ? std::optional(largest_) : std::nullopt;
  }

private:
  OfJob of_job_;
  double largest_ = 0;
};

} // namespace

MetricSource from_totals(MetricSource::OfTotals of_totals) { return {of_totals, nullptr}; }

MetricSource mean_over_jobs(OfJob of_job) {
  return {nullptr, [of_job] { return std::make_unique<MeanOverJobs>(of_job); }};
}

MetricSource largest_of_jobs(OfJob of_job) {
  return {nullptr, [of_job] { return std::make_unique<LargestOfJobs>(of_job); }};
}

} // namespace malha
