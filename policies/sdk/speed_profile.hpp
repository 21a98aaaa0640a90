// SPDX-License-Identifier: MIT
#pragma once
#include "job.hpp"

#include <optional>
#include <vector>

namespace malha {

/// How long something runs, and when it ends. The end is start + time, except for the last digits.
struct TaskRun {
  Seconds time, end;
};

/// A speed that is constant from one date to the next. Before the first date it is `before`; each date brings
/// another speed. With a period all dates come again one period later, and so on. Speeds are above 0. They
/// are shares of a nominal speed where amounts are seconds at that speed, or flop/s where amounts are flop.
class SpeedProfile {
public:
  /// The speed from this date on.
  struct Change {
    Seconds date;
    double speed;
  };

  /// Dates are sorted, and the last of several changes at one date counts. Without any change the speed is
  /// constant. A period is above 0, and not shorter than the time from the first date to the last.
  SpeedProfile(double before, std::vector<Change> changes, std::optional<Seconds> period);

  /// How long an amount takes that is begun at `start`, and when it is done.
  TaskRun run(Seconds start, double amount) const;
  Seconds end(Seconds start, double amount) const { return run(start, amount).end; }
  /// The amount that is computed between two dates.
  double computed(Seconds start, Seconds end) const;

  /// Turns shares of a nominal speed into flop/s. Amounts are flop afterwards.
  SpeedProfile times(FlopsPerSecond nominal) const;

  /// The speed before the first change.
  double before() const { return before_; }
  const std::vector<Change>& changes() const { return changes_; }
  const std::optional<Seconds>& period() const { return period_; }

private:
  /// The time from one change, in one of the periods, to the next change.
  struct Step {
    double period;      ///< number of the period from 0, a whole number
    std::size_t change; ///< index in `changes_`; `changes_.size()`: the time before the first change
  };

  Step step_at(Seconds date) const;
  Step after(Step step) const;
  bool begins_period(Step step) const { return period_ && step.change == 0; }
  Seconds begin_of(Step step) const; ///< not for the time before the first change
  Seconds end_of(Step step) const;
  double speed_in(Step step) const;

  double before_;
  std::vector<Change> changes_;
  std::optional<Seconds> period_;
  double in_a_period_ = 0; ///< the amount that is computed in one period
};

/// The run of a task on a resource of that nominal speed. `speeds` are shares of it, null where it is
/// constant. A delay depends on neither.
inline TaskRun task_run(const Task& task, Seconds start, FlopsPerSecond nominal, const SpeedProfile* speeds) {
  const Seconds time = run_time(task, nominal);
  return speeds == nullptr || task.is_delay ? TaskRun{time, start + time} : speeds->run(start, time);
}

} // namespace malha
