// SPDX-License-Identifier: MIT
#pragma once
#include "job.hpp"

#include <optional>
#include <vector>

namespace malha {

/// How long something runs, and when it ends: that is start + time but for the last digits.
struct TaskRun {
  Seconds time, end;
};

/// A speed that stays the same from one date to the next. Before the first date it is `before`; each date
/// brings another one. With a period all dates come again a period later, and so on. Speeds are above 0. They
/// are shares of a nominal speed, and amounts are seconds at that speed; or flop/s and flop.
class SpeedProfile {
public:
  /// From this date on it has this speed.
  struct Change {
    Seconds date;
    double speed;
  };

  /// Dates are sorted; of several changes at one date the last one counts. No change: the speed is constant.
  /// A period is above 0, and not shorter than the time from the first date to the last.
  SpeedProfile(double before, std::vector<Change> changes, std::optional<Seconds> period);

  /// How long it takes to compute an amount that is begun at `start`, and when it is done.
  TaskRun run(Seconds start, double amount) const;
  Seconds end(Seconds start, double amount) const { return run(start, amount).end; }
  /// The amount that is computed between two dates.
  double computed(Seconds start, Seconds end) const;

  /// In flop/s and flop, of shares of that speed and seconds at it.
  SpeedProfile times(FlopsPerSecond nominal) const;

  const std::vector<Change>& changes() const { return changes_; }
  const std::optional<Seconds>& period() const { return period_; }

private:
  /// The time from a change, in one of the periods, to the next change.
  struct Step {
    double period;      ///< a whole number, from 0
    std::size_t change; ///< `changes_.size()`: before the first one
  };

  Step step_at(Seconds date) const;
  Step after(Step step) const;
  bool begins_period(Step step) const { return period_ && step.change == 0; }
  Seconds begin_of(Step step) const; ///< not of the time before the first change
  Seconds end_of(Step step) const;
  double speed_in(Step step) const;

  double before_;
  std::vector<Change> changes_;
  std::optional<Seconds> period_;
  double in_a_period_ = 0; ///< the amount that is computed in each
};

/// The run of a task on a resource of that nominal speed; `speeds` are shares of it, null where it is
/// constant. A delay does not depend on them.
inline TaskRun task_run(const Task& task, Seconds start, FlopsPerSecond nominal, const SpeedProfile* speeds) {
  const Seconds time = run_time(task, nominal);
  return speeds == nullptr || task.is_delay ? TaskRun{time, start + time} : speeds->run(start, time);
}

} // namespace malha
