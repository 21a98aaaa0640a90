// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/book.hpp"
#include "actors/model/submission.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "messages.hpp"

#include <unordered_map>

namespace malha::cluster {

/// Keeps account of the jobs whose parts run on their nodes, one part a node (execution=messages or exec). On
/// shared nodes (allocation=shared) a job has one part, on its first node.
class Parts {
public:
  /// A job whose parts have all ended.
  struct Whole {
    JobHandle handle;
    Seconds start, end; ///< of the first part, and of the last
    bool killed;        ///< the job was ended at its limit
  };

  Parts(ActorContext& context, std::vector<simgrid::s4u::Host*> hosts);

  bool none() const { return running_.empty(); }
  /// Starts a part of the job on each of its nodes, with the next call of `send`. A part runs for `planned`
  /// seconds; where that is none, each node plans its own. No part runs longer than `limit` seconds.
  void start(const LiveJob& job, std::optional<Seconds> planned, Seconds limit);
  /// Ends all parts of the job, if they run.
  void stop(const LiveJob& job);
  /// The node is up again, after it was down. What it was told before is lost.
  void returned(int node) { ++returns_[static_cast<std::size_t>(node)]; }
  /// Sends what was decided. It is called after the round, because to send lets others run.
  void send();
  /// Takes the end of a part. Returns the job when this was its last part; returns nothing otherwise, and for
  /// a job that was stopped in the meantime.
  std::optional<Whole> ended(const EndedOnNode& part, const Book& book);

private:
  struct Running {
    int parts = 0;
    Whole whole;
  };

  /// The nodes that run a part of the job: where nodes are shared, its first one leads all of it.
  std::vector<std::size_t> parts_of(const LiveJob& job) const;

  const Bytes weight_;   ///< size of the message that starts a part
  const int iterations_; ///< of a job on shared nodes; 0: nodes are not shared
  std::vector<simgrid::s4u::Host*> hosts_;
  std::vector<Address<NodeMessage>> actors_; ///< by node
  std::vector<int> returns_;                 ///< by node: how often it has come back
  std::unordered_map<JobHandle, Running> running_;
  std::vector<std::pair<std::size_t, NodeMessage>> decided_; ///< node, and what it is to be told
};

} // namespace malha::cluster
