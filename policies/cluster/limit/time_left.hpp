// SPDX-License-Identifier: MIT
#pragma once
#include "limited_resources.hpp"
#include "policies/cluster/queue.hpp"

#include <cmath>
#include <deque>

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
  TimeLeft(std::size_t groups, Columns columns)
      : columns_(std::move(columns)), cells_(groups * columns_.size()) {}

  /// Whether there is any resource to be counted.
  bool counts_any() const { return columns_.size() > 0; }

  /// A job has started that may use these amounts, by resource, for its groups until a date. Both lists stay
  /// where they are until the job has ended.
  void started(JobHandle job, const std::vector<int>& groups, const std::vector<double>& amounts,
               double factor, Seconds until) {
    if (job >= jobs_.size())
      jobs_.resize(job + std::size_t{1});
    jobs_[job] = {&groups, &amounts, factor, until};
    change(jobs_[job], 1);
    if (until < never)
      dates_.emplace(until, job);
  }
  void ended(JobHandle job) {
    auto& own = jobs_[job];
    if (own.groups == nullptr)
      return; // it has outlived its limit
    change(own, -1);
    dates_.erase({own.until, job});
    own.groups = nullptr;
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
    const std::vector<int>* groups = nullptr; ///< null: it does not count
    const std::vector<double>* amounts = nullptr;
    double factor = 1;
    Seconds until = never;
  };
  struct Cell {
    CarefulSum amount, dates; ///< of running jobs with a limit: amounts, and amounts times dates
    int jobs = 0, endless = 0;
  };

  const Cell& cell(int group, int resource) const {
    return cells_[static_cast<std::size_t>(group) * columns_.size() + columns_.of(resource)];
  }

  void change(const Job& job, int sign) {
    for (const int group : *job.groups) {
      auto* cell = cells_.data() + static_cast<std::size_t>(group) * columns_.size();
      for (const int resource : columns_.resources())
        change(*cell++, sign * job.factor * (*job.amounts)[static_cast<std::size_t>(resource)], job.until,
               sign);
    }
  }
  static void change(Cell& cell, double amount, Seconds until, int sign) {
    if (!(amount < 0) && !(amount > 0))
      return;
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

  const Columns columns_;
  std::vector<Cell> cells_;                       ///< by group, then column
  std::deque<Job> jobs_;                          ///< by handle
  std::set<std::pair<Seconds, JobHandle>> dates_; ///< at which jobs outlive their limits
  Seconds now_ = 0;
};

} // namespace malha::cluster::limits
