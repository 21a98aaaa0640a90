// SPDX-License-Identifier: MIT
#pragma once
#include "book.hpp"

namespace malha::ownership {

/// Why a run did not end its task.
enum class Cut {
  preempted, ///< its machine was wanted for another user, and its work is gone
  suspended, ///< the same, and its work is kept in an image
  lost,      ///< its machine went down
  given_up   ///< the pool was down for longer than the machine goes on without it
};

/// As results say it.
inline const char* text_of(Cut why) {
  switch (why) {
  case Cut::preempted:
    return "preempted";
  case Cut::suspended:
    return "suspended";
  case Cut::given_up:
    return "given_up";
  default:
    return "lost";
  }
}

/// What an image keeps of a run.
struct KeptRun {
  Flops work = 0;
  Seconds time = 0; ///< for which it ran, at the full speed of its machine
};

/// Hears what happens in a pool, while it happens.
class Listener {
public:
  virtual ~Listener() = default;
  /// At the date of the submission: the tasks become ready later.
  virtual void submitted(const Job&, int /*user*/) {}
  /// The task goes to its machine, which is up.
  virtual void started(const PoolRun&) {}
  /// The machine, which is up, is told to stop its task.
  virtual void stopping(const PoolRun&, Seconds /*date*/) {}
  /// The run did not end its task. `kept` is what an image keeps of it.
  virtual void cut_short(const PoolRun&, Seconds /*end*/, Cut, const KeptRun& /*kept*/) {}
  virtual void ended(const PoolRun&, Seconds /*end*/) {}
  virtual void down(int /*machine*/, Seconds /*date*/) {}
  virtual void up(int /*machine*/, Seconds /*date*/) {}
};

} // namespace malha::ownership
