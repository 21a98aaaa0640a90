// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <cstdint>
#include <deque>
#include <functional>

namespace malha {

/// The numbers of waiting tasks and of used slots of a run over time, as a step function. Tasks are added in
/// any order; only their dates are kept.
class RunSteps {
public:
  /// The numbers from a date on, up to the next step.
  struct Step {
    Seconds time;
    std::int64_t waiting; ///< tasks that were submitted and do not run
    std::int64_t slots;   ///< slots in use
  };

  /// Adds a task that waits from a date up to another.
  void waits(Seconds from, Seconds to) { change(from, to, 1, 0); }
  /// Adds an attempt that uses slots from a date up to another.
  void runs(Seconds from, Seconds to, int slots) { change(from, to, 0, slots); }

  /// Calls `take` with one step for each date at which the numbers may change, in the order of dates.
  void each(const std::function<void(const Step&)>& take);

private:
  /// The differences of the numbers at a date.
  struct Change {
    Seconds time;
    std::int32_t waiting, slots;
  };

  void change(Seconds from, Seconds to, int waiting, int slots) {
    if (!(from < to))
      return;
    changes_.push_back({from, waiting, slots});
    changes_.push_back({to, -waiting, -slots});
  }

  std::deque<Change> changes_; ///< a deque, since moving millions while they grow is slow
};

} // namespace malha
