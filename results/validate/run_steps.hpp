// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <cstdint>
#include <deque>
#include <functional>

namespace malha {

/// The numbers of waiting jobs and of used slots of a run over time. Jobs are added in any order; only their
/// dates are kept.
class RunSteps {
public:
  struct Step {
    Seconds time;
    std::int64_t waiting; ///< jobs, or tasks of bags, that were submitted and do not run
    std::int64_t slots;   ///< slots in use
  };

  /// Adds a job that waits from a date up to another.
  void waits(Seconds from, Seconds to) { change(from, to, 1, 0); }
  /// Adds a job, or an attempt of one, that uses slots from a date up to another.
  void runs(Seconds from, Seconds to, int slots) { change(from, to, 0, slots); }

  /// Calls `take` with one state for each date at which it changes, in the order of dates.
  void each(const std::function<void(const Step&)>& take);

private:
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
