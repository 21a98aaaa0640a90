// SPDX-License-Identifier: MIT
#pragma once
#include "book.hpp"

namespace malha::ownership {

/// The reason why a run did not end its task.
enum class Cut {
  preempted, ///< its machine was needed for another user, and its work is lost
  suspended, ///< its machine was needed for another user, and its work is kept in an image
  lost,      ///< its machine failed
  given_up   ///< the pool was down for longer than the lease of the machine
};

/// The name of the reason in results.
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

/// The part of a run that an image keeps.
struct KeptRun {
  Flops work = 0;
  Seconds time = 0; ///< of the run, at the full speed of its machine
};

/// Receives the events of a pool when they happen.
class Listener {
public:
  virtual ~Listener() = default;
  /// A bag was submitted. Its tasks become ready later.
  virtual void submitted(const Job&, int /*user*/) {}
  /// The task starts on its machine. The machine is up.
  virtual void started(const PoolRun&) {}
  /// The machine receives the order to stop its task. The machine is up.
  virtual void stopping(const PoolRun&, Seconds /*date*/) {}
  /// The run did not end its task. An image keeps `kept` of it.
  virtual void cut_short(const PoolRun&, Seconds /*end*/, Cut, const KeptRun& /*kept*/) {}
  virtual void ended(const PoolRun&, Seconds /*end*/) {}
  virtual void down(int /*machine*/, Seconds /*date*/) {}
  virtual void up(int /*machine*/, Seconds /*date*/) {}
};

} // namespace malha::ownership
