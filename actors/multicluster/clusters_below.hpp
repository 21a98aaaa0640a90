// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/host_watch.hpp"
#include "cluster_port.hpp"

namespace malha::multicluster {

/// The clusters of a meta-scheduler, whose front hosts may go and return. It hears at once that one does. The
/// model is told when the meta-scheduler has finished what it is doing.
class ClustersBelow {
public:
  /// Throws InputError unless each site has one gateway and one scheduler.
  explicit ClustersBelow(ActorContext& meta_scheduler);

  /// Finds them, when all actors are there. `coallocates`: jobs may run in several clusters at once.
  std::vector<Cluster> connect(bool coallocates);
  /// The number of the cluster that the scheduler of that number leads.
  int led_by(int scheduler) const { return cluster_of_.at(static_cast<std::size_t>(scheduler)); }
  /// From this call on `reach` hears at once of hosts that fail and return, and `model` in `take_switches`.
  /// To be called when messages can be received, and again when the meta-scheduler's own host is back.
  void watch(ClusterPort& reach, Model& model);
  /// Tells the model what has happened since the last call. Returns the date of the last switch; nothing:
  /// there was none.
  std::optional<Seconds> take_switches(ClusterPort& reach, Model& model);
  /// Whether `take_switches` has something to tell.
  bool any() const { return fronts_.any(); }
  /// The date until which to wait for messages that may never come.
  Seconds latest() const { return fronts_.latest(); }
  /// No job will come any more. The schedulers hear it whatever becomes of the meta-scheduler's host.
  void end();
  /// Whether `end` was called.
  bool have_ended() const { return cluster::meta_scheduler_has_ended(context_.simulation()); }

private:
  using Below = Address<EntryMessage, std::variant<LastSubmission>>;

  ActorContext& context_;
  HostWatch fronts_;            ///< the hosts of the gateways
  std::vector<int> cluster_of_; ///< by number of the scheduler
  std::vector<Below> schedulers_;
  bool is_watched_ = false;
};

} // namespace malha::multicluster
