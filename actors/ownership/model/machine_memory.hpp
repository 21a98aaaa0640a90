// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/bag_listener.hpp"

#include <optional>

namespace malha::ownership {

/// What a machine of a pool remembers of its runs, beside the one that is under way: which was begun last,
/// and of which it has sent a result or an image. By it the machine answers a pool that was down.
class MachineMemory {
public:
  enum class Answer {
    goes_on,       ///< it runs the task: a result will come
    stops,         ///< it runs the task, and the order to stop it was lost
    reports_again, ///< it has a result or an image, which was lost perhaps
    gives_up       ///< it runs the task no more, if it ever did
  };

  /// A task has come. False for one that a later one has overtaken: it was sent before the machine or the
  /// pool went down, and the pool has given it up.
  bool begins(CopyNumber run) {
    if (run < newest_)
      return false;
    newest_ = run;
    reported_.reset(); // the pool has what it needs of the run before
    return true;
  }
  void reported(CopyNumber run) { reported_ = run; }
  /// The machine was down.
  void forget() { reported_.reset(); }

  /// To a pool that asks what became of the run. `runs`: it is under way here; `given_up`: the pool was down
  /// for too long.
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
