// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/model/submission.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "messages.hpp"

#include <unordered_map>

namespace malha::cluster {

/// Starts and stops the parts of jobs on their nodes by messages, one part a node (execution=messages or
/// exec), and waits for their ends. On shared nodes (allocation=shared) a job has one part, on its first
/// node.
class NodeParts : public Listener {
public:
  /// A job whose parts have all ended.
  struct Whole {
    JobHandle handle;
    Seconds start, end; ///< of the first part, and of the last
    bool killed;        ///< the job was ended at its limit
  };

  NodeParts(ActorContext& context, std::vector<simgrid::s4u::Host*> hosts, const Model& model);

  bool none() const { return running_.empty(); }
  /// Starts a part of the job on each of its nodes, with the next call of `send`. If speeds change, each node
  /// plans how long its part runs.
  void started(const LiveJob& job, const Start&) override;
  void stopped(const LiveJob& job) override { stop(job); }
  void cut_short(const LiveJob& job, Seconds, const char*) override { stop(job); }
  /// What was sent to the node before it failed is lost.
  void node_up(int node, Seconds) override { ++returns_[static_cast<std::size_t>(node)]; }
  /// Sends what was decided. It is called after the round, because sending lets other actors run.
  void send();
  /// Takes the end of a part. Returns the job when this was its last part; returns nothing otherwise, and for
  /// a job that was stopped in the meantime.
  std::optional<Whole> part_ended(const EndedOnNode& part);

private:
  struct Running {
    int parts = 0;
    Whole whole;
  };

  /// Ends all parts of the job, if they run.
  void stop(const LiveJob& job);
  /// The nodes that run a part of the job: all, or the first one if nodes are shared.
  std::vector<std::size_t> parts_of(const LiveJob& job) const;

  const Model& model_;
  const Bytes weight_;   ///< size of the message that starts a part
  const int iterations_; ///< of a job on shared nodes; 0: nodes are not shared
  std::vector<simgrid::s4u::Host*> hosts_;
  std::vector<Address<NodeMessage>> actors_; ///< by node
  std::vector<int> returns_;                 ///< by node: how often it has recovered
  std::unordered_map<JobHandle, Running> running_;
  std::vector<std::pair<std::size_t, NodeMessage>> decided_; ///< node, and the message to it
};

} // namespace malha::cluster
