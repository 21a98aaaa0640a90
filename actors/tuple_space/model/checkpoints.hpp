// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speed_profile.hpp"

namespace malha::tuple_space {

/// The dates at which a resource leaves checkpoints of a task, and the end of the task (docs/grids.md).
class Checkpoints {
public:
  /// The task begins at `start` with `work` left. `speeds` are shares of the nominal speed, null: it is
  /// constant. `cost` is the time of a checkpoint, after each interval of computing.
  Checkpoints(Seconds start, Flops work, FlopsPerSecond nominal, const SpeedProfile* speeds, Seconds interval,
              Seconds cost)
      : start_(start), work_(work), nominal_(nominal), speeds_(speeds), interval_(interval), cost_(cost),
        begin_(start), left_(work / nominal) {}

  /// Advances to the next checkpoint. Returns false if no work remains after the interval before it.
  bool next();
  /// Advances to the next checkpoint that may be needed if the host fails at `crash`: the last one before it,
  /// and those after it. Returns false if there is none.
  bool next_needed(Seconds crash);
  /// The date of the current checkpoint.
  Seconds date() const { return begin_; }
  Flops work_left() const {
    return speeds_ == nullptr ? work_ - made_ * interval_ * nominal_ : left_ * nominal_;
  }
  /// The end of the task, if there is no next checkpoint.
  Seconds end() const {
    return speeds_ == nullptr ? start_ + work_ / nominal_ + made_ * cost_ : speeds_->end(begin_, left_);
  }

private:
  const Seconds start_;
  const Flops work_;
  const FlopsPerSecond nominal_;
  const SpeedProfile* const speeds_;
  const Seconds interval_, cost_;
  int made_ = 0;
  Seconds begin_; ///< begin of the current interval
  Seconds left_;  ///< time left at the nominal speed
};

} // namespace malha::tuple_space
