// SPDX-License-Identifier: MIT
// How long each user waits, and how equally users fare. Jobs without a user do not count.
#include "results/measures/job_times.hpp"
#include "results/measures/metric.hpp"
#include "results/measures/sums_by_user.hpp"

namespace malha {
namespace {

class UserWaitingTime : public MetricSum {
public:
  void ran(const JobRow& row, bool counts) override {
    if (counts && !row.user.empty())
      users_.add(row.user, waiting_time(row));
  }
  std::optional<double> value(const RunTotals&) const override { return std::nullopt; }
  std::map<std::string, double> values_by_user() const override { return users_.means(); }

private:
  SumsByUser users_;
};

class JainIndex : public MetricSum {
public:
  void measure_by(const SlowdownRule& rule) override { threshold_ = rule.threshold; }
  void ran(const JobRow& row, bool counts) override {
    if (counts && !row.user.empty())
      users_.add(row.user, bounded_ratio(turnaround_time(row), execution_time(row), threshold_));
  }
  std::optional<double> value(const RunTotals&) const override {
    double sum = 0, squares = 0, users = 0;
    for (const auto& [name, mean] : users_.means()) {
      sum += mean;
      squares += mean * mean;
      ++users;
    }
    return users >= 2 ? std::optional(sum * sum / (users * squares)) : std::nullopt;
  }

private:
  Seconds threshold_ = SlowdownRule().threshold;
  SumsByUser users_;
};

MALHA_METRIC("user_waiting_time", "s", "mean over the user's tasks of start - submission",
             summed_by<UserWaitingTime>(), 152, false, true, Better::less)
MALHA_METRIC("jain_index", "1",
             "(sum of x)^2 / (n sum of x^2) of the n users' means x of max(1, turnaround / max(execution, "
             "slowdown_threshold)), if there are several; 1: all fare alike",
             summed_by<JainIndex>(), 154, false, false, Better::more)

} // namespace
} // namespace malha
