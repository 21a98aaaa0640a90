// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speed_profile.hpp"

namespace malha::tuple_space {

/// When a resource that runs a task leaves checkpoints, and when it ends (docs/grids.md).
class Checkpoints {
public:
  /// From `start` on, with so much work left; `speeds` are shares of the nominal speed, null where it is
  /// constant. `cost` is what a checkpoint takes after each interval of computing.
  Checkpoints(Seconds start, Flops work, FlopsPerSecond nominal, const SpeedProfile* speeds, Seconds interval,
              Seconds cost)
      : start_(start), work_(work), nominal_(nominal), speeds_(speeds), interval_(interval), cost_(cost),
        begin_(start), left_(work / nominal) {}

  /// Goes on to the next checkpoint, if work remains after the interval before it.
  bool next();
  /// Goes on to the next checkpoint that somebody may need if the host goes at `crash`. One after which the
  /// next checkpoint, or the end, comes before `crash` is passed over. False where no such checkpoint is
  /// left.
  bool next_needed(Seconds crash);
  /// Of the checkpoint at which it is.
  Seconds date() const { return begin_; }
  Flops work_left() const {
    return speeds_ == nullptr ? work_ - made_ * interval_ * nominal_ : left_ * nominal_;
  }
  /// When all work is done, if there is no next checkpoint.
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
  Seconds begin_; ///< of the interval in which it is
  Seconds left_;  ///< at the nominal speed, where that changes
};

} // namespace malha::tuple_space
