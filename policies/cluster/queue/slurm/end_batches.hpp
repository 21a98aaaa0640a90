// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

#include <cmath>

namespace malha::cluster::slurm {

/// Says how Slurm takes running jobs away to see when a job that waits could run: in batches, by expected
/// end. The first batch reaches 30 s beyond the next half minute after its first end. Each further one
/// reaches twice as far from there (or `window_linear` further), and at least to the next end. A job that
/// fits once a batch is gone is planned for the last end of the batch.
class EndBatches {
public:
  /// `further`: by how much the reach grows; 0: it doubles.
  explicit EndBatches(Seconds further) : further_(further) {}

  /// Tells the first end. Later ones change nothing.
  void begin(Seconds end) {
    if (!has_begun_)
      begin_ = (std::floor(end / half_minute) + 1) * half_minute;
    has_begun_ = true;
  }
  /// Whether the batch goes on with a job that ends then.
  bool takes(Seconds end) const { return end <= begin_ + reach_; }

  /// Goes on to the next batch, before which nobody is left who ends before `end`. Nothing happens before the
  /// first one.
  void go_on(Seconds end) {
    if (!has_begun_ || !(end < never))
      return;
    grow();
    if (further_ > 0 && !takes(end)) // at once, because it may be far
      reach_ += std::ceil((end - begin_ - reach_) / further_) * further_;
    while (!takes(end))
      grow();
  }

private:
  static constexpr Seconds half_minute = 30;

  void grow() { reach_ += further_ > 0 ? further_ : reach_; }

  Seconds further_;
  bool has_begun_ = false;
  Seconds begin_ = 0; ///< from which batches reach
  Seconds reach_ = half_minute;
};

} // namespace malha::cluster::slurm
