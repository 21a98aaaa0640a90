// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace malha::cluster::limits {

/// A sum to which large numbers are added and from which they are subtracted again: what each addition cuts
/// off is kept (Neumaier 1974), so that errors do not add up.
class CarefulSum {
public:
  void add(double term) {
    const double next = sum_ + term;
    cut_off_ += std::abs(sum_) >= std::abs(term) ? (sum_ - next) + term : (term - next) + sum_;
    sum_ = next;
  }
  double value() const { return sum_ + cut_off_; }

private:
  double sum_ = 0, cut_off_ = 0;
};

/// What running jobs may still use until their limits (GrpTRESRunMins): for each group and resource the sum
/// of amount times time left. It is kept as two sums, of the amounts and of amounts times dates, so that
/// neither the course of time nor a start or end needs a walk over all jobs.
class TimeLeft {
public:
  TimeLeft(int groups, int resources)
      : resources_(static_cast<std::size_t>(resources)),
        cells_(static_cast<std::size_t>(groups) * resources_) {}

  /// A job has started that may use these amounts for its groups until a date. Both lists stay where they are
  /// until the job has ended.
  void started(JobHandle job, const std::vector<int>& groups, const std::vector<double>& amounts,
               double factor, Seconds until) {
    const Job started{&groups, &amounts, factor, until};
    change(started, 1);
    jobs_.emplace(job, started);
    if (until < never)
      dates_.emplace(until, job);
  }
  void ended(JobHandle job) {
    const auto found = jobs_.find(job);
    if (found == jobs_.end())
      return; // it has outlived its limit
    change(found->second, -1);
    dates_.erase({found->second.until, job});
    jobs_.erase(found);
  }
  /// Forgets the jobs that have outlived their limits. Dates never go back.
  void advance(Seconds now) {
    now_ = now;
    while (!dates_.empty() && dates_.begin()->first <= now)
      ended(dates_.begin()->second);
  }

  /// In resource-minutes, at the date of the last `advance`. `never` while a job without a limit runs.
  double minutes(int group, int resource) const {
    const auto& own = cell(group, resource);
    if (own.endless > 0)
      return never;
    return std::max(0.0, (own.dates.value() - now_ * own.amount.value()) / seconds_of_a_minute);
  }
  /// The date from which no more than so many minutes are left, if nothing starts or ends before; in whole
  /// seconds, later than now.
  Seconds date_of(int group, int resource, double minutes_left) const {
    const auto& own = cell(group, resource);
    const double rate = own.amount.value();
    if (minutes_left < 0 || own.endless > 0 || !(rate > 0))
      return never;
    const double excess = (minutes(group, resource) - minutes_left) * seconds_of_a_minute;
    return std::max(std::floor(now_) + 1, std::ceil(now_ + excess / rate));
  }

private:
  static constexpr double seconds_of_a_minute = 60;

  struct Job {
    const std::vector<int>* groups;
    const std::vector<double>* amounts;
    double factor;
    Seconds until;
  };
  struct Cell {
    CarefulSum amount, dates; ///< of running jobs with a limit: amounts, and amounts times dates
    int jobs = 0, endless = 0;
  };

  const Cell& cell(int group, int resource) const {
    return cells_[static_cast<std::size_t>(group) * resources_ + static_cast<std::size_t>(resource)];
  }

  void change(const Job& job, int sign) {
    for (const int group : *job.groups)
      for (std::size_t resource = 0; resource < resources_; ++resource)
        if (const double amount = sign * job.factor * (*job.amounts)[resource]; amount < 0 || amount > 0)
          change(cells_[static_cast<std::size_t>(group) * resources_ + resource], amount, job.until, sign);
  }
  static void change(Cell& cell, double amount, Seconds until, int sign) {
    cell.jobs += sign;
    if (until < never) {
      cell.amount.add(amount);
      cell.dates.add(amount * until);
    } else {
      cell.endless += sign;
    }
    if (cell.jobs == 0)
      cell = {}; // not even a rounding error is left
  }

  std::size_t resources_;
  std::vector<Cell> cells_; ///< by group, then resource
  std::map<JobHandle, Job> jobs_;
  std::set<std::pair<Seconds, JobHandle>> dates_; ///< at which jobs outlive their limits
  Seconds now_ = 0;
};

} // namespace malha::cluster::limits
