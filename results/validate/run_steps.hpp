// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <cstdint>
#include <deque>
#include <functional>

namespace malha {

/// What waits and what runs in a run, from each date on. It is given the jobs in any order, and keeps their
/// dates alone.
class RunSteps {
public:
  struct Step {
    Seconds time;
    std::int64_t waiting; ///< jobs, or tasks of bags, that were submitted and run nowhere
    std::int64_t slots;   ///< slots in use
  };

  /// A job waits from a date up to another.
  void waits(Seconds from, Seconds to) { change(from, to, 1, 0); }
  /// A job, or an attempt of one, uses so many slots from a date up to another.
  void runs(Seconds from, Seconds to, int slots) { change(from, to, 0, slots); }

  /// Calls `take` with the states, in the order of their dates, one a date.
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

  std::deque<Change> changes_; ///< millions, which must not be moved as they grow
};

} // namespace malha
