// SPDX-License-Identifier: MIT
#pragma once
#include "limited_resources.hpp"
#include "policies/cluster/priority/usage_decay.hpp"
#include "policies/cluster/priority/usage_reset.hpp"
#include "policies/cluster/queue.hpp"

#include <cmath>
#include <deque>

namespace malha::cluster::limits {

/// What groups have used of some resources and of the clock (GrpTRESMins, GrpWall), less what has decayed. As
/// in the usage of shares, all is brought up to date at passes: it decays for the time since the last pass,
/// and running jobs are charged for their parts of that time; a job that ends is charged at once. Jobs that
/// have run since the last pass are charged together.
class LimitedUsage {
public:
  struct Rules {
    Seconds period; ///< between passes; 0: each date at which something happens is a pass
    UsageDecay decay;
    UsageReset reset;  ///< when all usage is forgotten
    std::int64_t zero; ///< date 0 of the simulation, in s since 1970
  };

  /// The usage of a group that `keeps` neither decays nor is reset (NoDecay).
  LimitedUsage(const Rules& rules, const std::vector<bool>& keeps, Columns columns)
      : rules_(rules), keeps_(keeps), columns_(std::move(columns)), clock_(columns_.size()),
        cells_(keeps.size() * (clock_ + 1)), next_reset_(next_usage_reset(rules.reset, 0, rules.zero)) {}

  /// Adds usage from before the beginning, in resource-seconds.
  void begin_with(int group, int resource, double used) {
    cells_[place(group, columns_.of(resource))].used += used;
  }

  /// Makes all passes that are due.
  void advance(Seconds now) {
    if (rules_.period <= 0) {
      if (now > last_pass_)
        pass(now);
      return;
    }
    for (Seconds next = last_pass_ + rules_.period; next <= now; next = last_pass_ + rules_.period) {
      // While nothing runs, all passes up to the date are as one.
      const double passes = running_ == 0 ? std::floor((now - last_pass_) / rules_.period) : 1;
      pass(std::max(next, last_pass_ + passes * rules_.period));
    }
  }

  /// A job has started. The factor is that of its usage, not of the clock. Both lists stay where they are
  /// until it has ended.
  void started(JobHandle job, const std::vector<int>& groups, const std::vector<double>& amounts,
               double factor, Seconds now) {
    if (job >= jobs_.size())
      jobs_.resize(job + std::size_t{1});
    jobs_[job] = {&groups, &amounts, factor, now};
    if (is_new(jobs_[job]))
      new_.insert(job);
    ++running_;
    change_rates(jobs_[job], 1);
  }
  void ended(JobHandle job, Seconds end) {
    auto& own = jobs_[job];
    change_rates(own, -1);
    charge(own, std::max(last_pass_, own.start), end);
    new_.erase(job);
    --running_;
  }

  /// As of the last pass, and of jobs that have ended since, in resource-minutes.
  double minutes(int group, int resource) const {
    return cells_[place(group, columns_.of(resource))].used / seconds_of_a_minute;
  }
  /// The same of the clock, in s.
  Seconds wall(int group) const { return cells_[place(group, clock_)].used; }
  /// What running jobs have used since the last pass, in resource-minutes.
  double uncharged_minutes(int group, int resource, Seconds now) const {
    const auto& own = cells_[place(group, columns_.of(resource))];
    return ((own.rate + own.new_rate) * (now - last_pass_) - own.before_start) / seconds_of_a_minute;
  }

  /// The date of the earliest pass at which so much usage of a group can be below `most`, whatever the unit:
  /// all of it decays, and nothing is added. `never`: there is none.
  Seconds date_below(int group, double used, double most) const {
    if (most <= 0 || keeps_[static_cast<std::size_t>(group)])
      return never;
    const Seconds step = rules_.period > 0 ? rules_.period : 1;
    const double reset = next_reset_ < never ? std::ceil((next_reset_ - last_pass_) / step) : never;
    return last_pass_ + std::min(passes_below(used / most, step), reset) * step;
  }

private:
  static constexpr double seconds_of_a_minute = 60;

  struct Job {
    const std::vector<int>* groups = nullptr;
    const std::vector<double>* amounts = nullptr;
    double factor = 1;
    Seconds start = 0;
  };
  struct Cell {
    double used = 0;         ///< in resource-seconds
    double rate = 0;         ///< of running jobs that ran at the last pass
    double new_rate = 0;     ///< of those that have started since
    double before_start = 0; ///< of these: rate times the time from the last pass to the start
  };

  std::size_t place(int group, std::size_t column) const {
    return static_cast<std::size_t>(group) * (clock_ + 1) + column;
  }

  /// Calls `change(cell, rate, group)` for each column of each group of the job.
  template <class Change>
  void for_each_cell(const Job& job, const Change& change) {
    for (const int group : *job.groups) {
      auto* cell = cells_.data() + place(group, 0);
      for (const int resource : columns_.resources())
        change(*cell++, job.factor * (*job.amounts)[static_cast<std::size_t>(resource)], group);
      change(*cell, 1.0, group);
    }
  }

  bool is_new(const Job& job) const { return job.start > last_pass_; }

  void change_rates(const Job& job, double sign) {
    for_each_cell(job, [&](Cell& own, double rate, int) {
      (is_new(job) ? own.new_rate : own.rate) += sign * rate;
      own.before_start += is_new(job) ? sign * rate * (job.start - last_pass_) : 0;
    });
  }

  /// What a rate of 1 is charged for some time up to a date, as usage that is as of the last pass.
  double unit(Seconds time, Seconds to) const {
    const double used = rules_.decay.charge(1, time);
    return rules_.decay.is_exact() ? used / rules_.decay.left_after(to - last_pass_) : used;
  }
  void charge(const Job& job, Seconds from, Seconds to) {
    const double decayed = unit(to - from, to);
    for_each_cell(job, [&](Cell& own, double rate, int group) {
      own.used += rate * (keeps_[static_cast<std::size_t>(group)] ? to - from : decayed);
    });
  }

  void pass(Seconds now) {
    const Seconds time = now - std::exchange(last_pass_, now);
    const double left = rules_.decay.left_after(time), charged = unit(time, now);
    const bool is_reset = now >= next_reset_;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      auto& own = cells_[i];
      const bool keeps = keeps_[i / (clock_ + 1)];
      own.used = own.used * (keeps ? 1 : left) + own.rate * (keeps ? time : charged);
      own.rate += std::exchange(own.new_rate, 0);
      own.before_start = 0;
    }
    for (const auto job : new_)
      charge(jobs_[job], jobs_[job].start, now);
    new_.clear();
    for (std::size_t i = 0; i < cells_.size() && is_reset; ++i)
      cells_[i].used = keeps_[i / (clock_ + 1)] ? cells_[i].used : 0;
    if (is_reset)
      next_reset_ = next_usage_reset(rules_.reset, now, rules_.zero);
  }

  /// The number of passes, at least 1, after which less than 1 is left; infinite: there is none.
  double passes_below(double used, Seconds step) const {
    const auto is_below = [&](double passes) { return used * rules_.decay.left_after(passes * step) < 1; };
    constexpr double most_passes = 1e12;
    double low = 0, high = 1; // it is not below after `low` passes
    for (; !is_below(high); high *= 2) {
      if (high > most_passes)
        return never;
      low = high;
    }
    while (high - low > 1) {
      const double middle = std::floor((low + high) / 2);
      (is_below(middle) ? high : low) = middle;
    }
    return high;
  }

  const Rules rules_;
  const std::vector<bool> keeps_; ///< by group
  const Columns columns_;
  const std::size_t clock_; ///< column of the clock, behind those of resources
  std::vector<Cell> cells_; ///< by group, then column
  std::deque<Job> jobs_;    ///< by handle
  std::set<JobHandle> new_; ///< started since the last pass
  int running_ = 0;
  Seconds last_pass_ = 0, next_reset_;
};

} // namespace malha::cluster::limits
