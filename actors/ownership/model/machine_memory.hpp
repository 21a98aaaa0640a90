// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/bag_listener.hpp"

#include <optional>

namespace malha::ownership {

/// What a machine of a pool keeps about its runs, besides the current one: the newest run that it has begun,
/// and the run of which it has sent a result or an image. The machine answers a pool that has recovered by
/// it.
class MachineMemory {
public:
  enum class Answer {
    goes_on,       ///< the machine runs the task, and will send a result
    stops,         ///< the machine runs the task, and the order to stop it was lost
    reports_again, ///< the machine has sent a result or an image, which may be lost
    gives_up       ///< the machine does not run the task
  };

  /// An order to run a task has arrived. Returns false if a newer one has overtaken it: the order was sent
  /// before a failure of the machine or the pool, and the pool has given it up.
  bool begins(CopyNumber run) {
    if (run < newest_)
      return false;
    newest_ = run;
    reported_.reset(); // the pool does not need it any more
    return true;
  }
  void reported(CopyNumber run) { reported_ = run; }
  /// The machine has failed.
  void forget() { reported_.reset(); }

  /// The answer to a pool that asks about the run. `runs`: it is under way here; `given_up`: the pool was
  /// down for too long.
  Answer answer(CopyNumber run, bool runs, bool given_up, bool is_stopping) const {
    if (reported_ == run)
      return Answer::reports_again;
    if (!runs || given_up)
      return Answer::gives_up;
    return is_stopping ? Answer::stops : Answer::goes_on;
  }

private:
  CopyNumber newest_ = 0;
  std::optional<CopyNumber> reported_;
};

} // namespace malha::ownership
