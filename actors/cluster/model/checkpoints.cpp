// SPDX-License-Identifier: MIT
#include "checkpoints.hpp"

#include <algorithm>
#include <cmath>

namespace malha::cluster {
namespace {

/// Relative error of a sum of intervals. It must neither add a checkpoint nor hide one.
constexpr double rounding = 1e-12;

/// The number of checkpoints: the largest whole number of intervals after which work remains.
double checkpoints_in(Seconds left, Seconds interval) {
  return std::max(0.0, std::ceil(left / interval * (1 - rounding)) - 1);
}

} // namespace

CheckpointedRun::CheckpointedRun(Seconds whole, Seconds saved, Seconds interval, Seconds cost,
                                 Seconds restart)
    : whole_(whole), saved_(saved), interval_(interval), cost_(cost), restart_(restart),
      checkpoints_(checkpoints_in(whole - saved, interval)) {}

CheckpointedRun::Spent CheckpointedRun::spent_until(Seconds elapsed) const {
  Spent spent;
  spent.restarting = std::min(elapsed, restart_);
  if (checkpoints_ > 0) {
    const double cycles = std::floor((elapsed - spent.restarting) / (interval_ + cost_) * (1 + rounding));
    spent.checkpoints = std::min(cycles, checkpoints_);
    spent.saved = spent.checkpoints * interval_;
    spent.saving = spent.checkpoints * cost_;
  }
  spent.lost = std::max(0.0, elapsed - spent.restarting - spent.saving - spent.saved);
  return spent;
}

} // namespace malha::cluster
