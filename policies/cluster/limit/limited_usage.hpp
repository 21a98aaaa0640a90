// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/priority/usage_decay.hpp"
#include "policies/cluster/priority/usage_reset.hpp"
#include "policies/cluster/queue.hpp"

#include <cmath>
#include <map>
#include <vector>

namespace malha::cluster::limits {

/// What groups have used of each resource and of the clock (GrpTRESMins, GrpWall), less what has decayed. As
/// in the usage of shares, all is brought up to date at passes: it decays for the time since the last pass,
/// and running jobs are charged for their parts of that time; a job that ends is charged at once.
class LimitedUsage {
public:
  struct Rules {
    Seconds period; ///< between passes; 0: each date at which something happens is a pass
    UsageDecay decay;
    UsageReset reset;  ///< when all usage is forgotten
    std::int64_t zero; ///< date 0 of the simulation, in s since 1970
  };

  /// The usage of a group that `keeps` neither decays nor is reset (NoDecay).
  LimitedUsage(const Rules& rules, const std::vector<bool>& keeps, int resources)
      : rules_(rules), keeps_(keeps), clock_(static_cast<std::size_t>(resources)),
        cells_(keeps.size() * (clock_ + 1)), next_reset_(next_usage_reset(rules.reset, 0, rules.zero)) {}

  /// Adds usage from before the beginning, in resource-seconds.
  void begin_with(int group, int resource, double used) { cell(group, resource).used += used; }

  /// Makes all passes that are due.
  void advance(Seconds now) {
    if (rules_.period <= 0) {
      if (now > last_pass_)
        pass(now);
      return;
    }
    for (Seconds next = last_pass_ + rules_.period; next <= now; next = last_pass_ + rules_.period) {
      // While nothing runs, all passes up to the date are as one.
      const double passes = running_.empty() ? std::floor((now - last_pass_) / rules_.period) : 1;
      pass(std::max(next, last_pass_ + passes * rules_.period));
    }
  }

  /// A job has started. The factor is that of its usage, not of the clock. Both lists stay where they are
  /// until it has ended.
  void started(JobHandle job, const std::vector<int>& groups, const std::vector<double>& amounts,
               double factor, Seconds now) {
    const auto& own = running_[job] = {&groups, &amounts, factor, now};
    change_rates(own, 1);
  }
  void ended(JobHandle job, Seconds end) {
    const auto found = running_.find(job);
    change_rates(found->second, -1);
    charge(found->second, end);
    running_.erase(found);
  }

  /// As of the last pass, and of jobs that have ended since, in resource-minutes.
  double minutes(int group, int resource) const { return cell(group, resource).used / seconds_of_a_minute; }
  /// The same of the clock, in s.
  Seconds wall(int group) const { return cell(group, clock()).used; }
  /// What running jobs have used since the last pass, in resource-minutes.
  double uncharged_minutes(int group, int resource, Seconds now) const {
    const auto& own = cell(group, resource);
    return (own.rate * (now - last_pass_) - own.before_start) / seconds_of_a_minute;
  }

  /// The date of the earliest pass at which so much usage of a group can be below `most`, whatever the unit:
  /// all of it decays, and nothing is added. `never`: there is none.
  Seconds date_below(int group, double used, double most) const {
    if (most <= 0 || keeps_[at(group)])
      return never;
    const Seconds step = rules_.period > 0 ? rules_.period : 1;
    const double reset = next_reset_ < never ? std::ceil((next_reset_ - last_pass_) / step) : never;
    return last_pass_ + std::min(passes_below(used / most, step), reset) * step;
  }

private:
  static constexpr double seconds_of_a_minute = 60;

  struct Running {
    const std::vector<int>* groups;
    const std::vector<double>* amounts;
    double factor;
    Seconds charged_to;
  };
  struct Cell {
    double used = 0;         ///< in resource-seconds
    double rate = 0;         ///< of running jobs
    double before_start = 0; ///< rate times the time from the last pass to the start, of jobs started since
  };

  static std::size_t at(int number) { return static_cast<std::size_t>(number); }
  int clock() const { return static_cast<int>(clock_); }
  Cell& cell(int group, int resource) { return cells_[at(group) * (clock_ + 1) + at(resource)]; }
  const Cell& cell(int group, int resource) const { return cells_[at(group) * (clock_ + 1) + at(resource)]; }

  /// Calls `change(cell, rate, group)` for each resource of each group of the job, and for the clock.
  template <class Change>
  void for_each_cell(const Running& job, const Change& change) {
    for (const int group : *job.groups) {
      for (std::size_t resource = 0; resource < clock_; ++resource)
        change(cells_[at(group) * (clock_ + 1) + resource], job.factor * (*job.amounts)[resource], group);
      change(cell(group, clock()), 1.0, group);
    }
  }

  void change_rates(const Running& job, double sign) {
    const Seconds late = job.charged_to - last_pass_;
    for_each_cell(job, [&](Cell& own, double rate, int) {
      own.rate += sign * rate;
      own.before_start += sign * rate * late;
    });
  }

  /// Charges a job for its part of the time since the last pass.
  void charge(Running& job, Seconds to) {
    const Seconds time = to - std::exchange(job.charged_to, to);
    for_each_cell(job, [&](Cell& own, double rate, int group) {
      double usage = keeps_[at(group)] ? rate * time : rules_.decay.charge(rate, time);
      if (rules_.decay.is_exact() && !keeps_[at(group)])
        usage /= rules_.decay.left_after(to - last_pass_); // all usage is as of the last pass
      own.used += usage;
    });
  }

  void pass(Seconds now) {
    const double left = rules_.decay.left_after(now - last_pass_);
    const bool is_reset = now >= next_reset_;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      cells_[i].used *= keeps_[i / (clock_ + 1)] ? 1 : left;
      cells_[i].before_start = 0;
    }
    last_pass_ = now;
    for (auto& [handle, job] : running_)
      charge(job, now);
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
  const std::size_t clock_;       ///< number of the clock, behind the resources
  std::vector<Cell> cells_;       ///< by group, then resource
  std::map<JobHandle, Running> running_;
  Seconds last_pass_ = 0, next_reset_;
};

} // namespace malha::cluster::limits
