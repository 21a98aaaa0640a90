// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/model/submission.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "messages.hpp"

#include <unordered_map>

namespace malha::cluster {

/// Starts and stops jobs on their nodes by messages, and collects their ends (execution=messages or exec). A
/// job has one part on each of its nodes. Under allocation=shared it has one part, on its first node.
class NodeParts : public Listener {
public:
  /// A job whose parts have all ended.
  struct Whole {
    JobHandle handle;
    Seconds start; ///< of the first part
    Seconds end;   ///< of the last part
    bool killed;   ///< a part was ended at the job's limit
  };

  NodeParts(ActorContext& context, std::vector<simgrid::s4u::Host*> hosts, const Model& model);

  /// Whether no part runs.
  bool none() const { return running_.empty(); }
  /// Starts the parts of the job, with the next call of `send`.
  void started(const LiveJob& job, const Start&) override;
  void stopped(const LiveJob& job) override { stop(job); }
  void cut_short(const LiveJob& job, Seconds, const char*) override { stop(job); }
  /// Counts the recoveries of the node, by which it ignores what was sent before it failed.
  void node_up(int node, Seconds) override { ++returns_[static_cast<std::size_t>(node)]; }
  /// Sends the messages of the round. It is called after the round, because sending lets other actors run.
  void send();
  /// Notes the end of a part. Returns the job if this was its last part. Returns nothing otherwise, and if
  /// the job was stopped in the meantime.
  std::optional<Whole> part_ended(const EndedOnNode& part);

private:
  /// A job of which parts run.
  struct Running {
    int parts_left = 0;
    Whole whole; ///< as far as its parts have ended
  };

  /// Stops the parts of the job, if they run, with the next call of `send`.
  void stop(const LiveJob& job);
  /// The nodes that run a part of the job: all, or the first one if nodes are shared.
  std::vector<std::size_t> nodes_with_parts(const LiveJob& job) const;

  const Model& model_;
  const Bytes weight_;                       ///< size of the message that starts a part
  const int iterations_;                     ///< number for each job on shared nodes; 0: nodes are not shared
  std::vector<simgrid::s4u::Host*> hosts_;   ///< by node
  std::vector<Address<NodeMessage>> actors_; ///< by node
  std::vector<int> returns_;                 ///< by node: number of its recoveries
  std::unordered_map<JobHandle, Running> running_;
  std::vector<std::pair<std::size_t, NodeMessage>> unsent_; ///< node, and the message to it
};

} // namespace malha::cluster
