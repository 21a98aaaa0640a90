// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

namespace malha::cluster::slurm {

/// What a plan finds for a job that waits.
struct Spot {
  Seconds date = never;  ///< at which it could start, as far as anybody knows
  bool is_now = false;   ///< it starts, on `nodes`
  bool reserved = false; ///< it waits, and the tables keep nodes for it from about that date on
  IndexSet nodes = {};   ///< of a job that starts
};

/// The first date at which a pass could find another answer although nothing has happened since. The passes
/// before it need not be made.
class Horizon {
public:
  Seconds date() const { return date_; }
  void note(Seconds date) { date_ = std::min(date_, date); }

private:
  Seconds date_ = never;
};

} // namespace malha::cluster::slurm
