// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/power/host_state.hpp"
#include "book.hpp"

namespace malha::cluster {

/// What has become of the nodes of a running job.
struct SizeChange {
  Seconds date;
  IndexSet before; ///< nodes that it had
  Seconds since;   ///< the date since which it had them
  int wanted;      ///< for which it asked at that date; 0: it did not
  Seconds pause;   ///< from the date on, in which it computes nothing
};

/// Is notified of what happens in a batch scheduler, when it happens.
class Listener {
public:
  virtual ~Listener() = default;
  virtual void submitted(const Job&, Seconds /*now*/) {}
  /// A task is refused, because the cluster could never start it.
  virtual void rejected(const Job&, const Task&) {}
  /// Why a task is refused that the cluster could start. `rejected` follows.
  virtual void refused(const Job&, const Task&, Seconds /*now*/, const char* /*why*/) {}
  /// A task will never run, because a task or job that it waits for has not ended well.
  virtual void never_ready(const Job&, const Task&, Seconds /*now*/) {}
  virtual void started(const LiveJob&, const Start&) {}
  /// A job that has started begins to compute: when its last node is on, most often at its start.
  virtual void began(const LiveJob&) {}
  /// A running job asks for another number of nodes, which its `sized` says.
  virtual void asked(const LiveJob&, Seconds /*now*/) {}
  /// A running job has other nodes from now on.
  virtual void resized(const LiveJob&, const SizeChange&) {}
  /// A machine is switched off or on, or its switch is over.
  virtual void machine_turned(int /*machine*/, HostState, Seconds /*now*/) {}
  /// A running job is to stop: the policy has decided so, or the job has lost a node more often than
  /// Rules::requeue_limit. `ended` or `cut_short` follows.
  virtual void stopped(const LiveJob&) {}
  virtual void ended(const LiveJob&, Seconds /*start*/, Seconds /*end*/, FinalState) {}
  /// An attempt has ended before its job was done. The job goes back to the queue.
  virtual void cut_short(const LiveJob&, Seconds /*now*/, const char* /*why*/) {}
  /// Why a job that waits will never run. `dropped` follows.
  virtual void given_up(const LiveJob&, Seconds /*now*/, const char* /*why*/) {}
  /// A queued job has left the queue, and will never run.
  virtual void dropped(const LiveJob&, Seconds /*now*/) {}
  /// A part of a co-allocated job has got its nodes. It may begin later than its `start` says.
  virtual void part_placed(const LiveJob&) {}
  /// A part has given its nodes back. `end` is `never` if it had not begun.
  virtual void part_left(const LiveJob&, Seconds /*end*/) {}
  /// A queued job has left the queue, to run elsewhere.
  virtual void withdrawn(const LiveJob&, Seconds /*now*/) {}
  virtual void node_down(int /*node*/, Seconds /*date*/) {}
  virtual void node_up(int /*node*/, Seconds /*date*/) {}
  /// Promises that were made so far need not be kept.
  virtual void promises_are_void(Seconds /*now*/) {}
  /// Priorities have reordered the queue. Promises that were made so far need not be kept.
  virtual void queue_is_reordered(Seconds /*now*/) {}
  /// Local users of shared machines have come or left.
  virtual void users_changed(Seconds /*now*/) {}
  /// The policy has decided. The jobs that it stops are stopped already. The rest of the decision is not yet
  /// carried out.
  virtual void decided(const Decision&, const Book&, Seconds /*now*/) {}
  virtual void round_is_over(const Book&, Seconds /*now*/) {}
};

} // namespace malha::cluster
