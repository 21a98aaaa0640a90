// SPDX-License-Identifier: MIT
#pragma once
#include "book.hpp"

namespace malha::cluster {

/// Is notified of what happens in a batch scheduler, when it happens.
class Listener {
public:
  virtual ~Listener() = default;
  virtual void submitted(const Job&, Seconds /*now*/) {}
  /// The cluster could never start the task, which is refused.
  virtual void rejected(const Job&, const Task&) {}
  virtual void started(const LiveJob&, const Start&) {}
  /// The policy stops the job, or the job has lost a node too often. `ended` or `cut_short` follows.
  virtual void stopped(const LiveJob&) {}
  virtual void ended(const LiveJob&, Seconds /*start*/, Seconds /*end*/, FinalState) {}
  /// An attempt did not end its job, which is put back in the queue.
  virtual void cut_short(const LiveJob&, Seconds /*now*/, const char* /*why*/) {}
  virtual void dropped(const LiveJob&, Seconds /*now*/) {}
  /// A part of a job that runs in several clusters has got its nodes. It may begin later than at `start`.
  virtual void part_placed(const LiveJob&) {}
  /// The part has given its nodes back. `end` is `never` if it has not begun.
  virtual void part_left(const LiveJob&, Seconds /*end*/) {}
  /// A job that waited was taken from the queue, to run elsewhere.
  virtual void withdrawn(const LiveJob&, Seconds /*now*/) {}
  virtual void node_down(int /*node*/, Seconds /*date*/) {}
  virtual void node_up(int /*node*/, Seconds /*date*/) {}
  /// Promises that were made so far need not be kept.
  virtual void promises_are_void(Seconds /*now*/) {}
  /// Local users of shared machines have come or left.
  virtual void users_changed(Seconds /*now*/) {}
  /// The policy has decided. Jobs that it stops are stopped; the rest of the decision is still to be carried
  /// out.
  virtual void decided(const Decision&, const Book&, Seconds /*now*/) {}
  virtual void round_is_over(const Book&, Seconds /*now*/) {}
};

} // namespace malha::cluster
