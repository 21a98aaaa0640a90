// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/host_watch.hpp"
#include "cluster_port.hpp"

namespace malha::multicluster {

/// The clusters of a meta-scheduler, whose front hosts may fail and recover. The port is notified at once,
/// the model when the meta-scheduler has finished its pass.
class ClustersBelow {
public:
  /// Throws InputError unless each site has one gateway and one scheduler.
  explicit ClustersBelow(ActorContext& meta_scheduler);

  /// Connects the gateways, once all actors exist. `coallocates`: jobs may run in several clusters at once.
  std::vector<Cluster> connect(bool coallocates);
  /// The number of the cluster that has the scheduler of that number.
  int cluster_of(int scheduler) const { return cluster_of_.at(static_cast<std::size_t>(scheduler)); }
  /// Notifies `port` from now on when a front host fails. It is called when messages can be received, and
  /// again when the meta-scheduler's own host has recovered.
  void watch(ClusterPort& port, Model& model);
  /// Reports the switches since the last call to the model, each when `date`, which is the model's, has come
  /// to its own.
  void take_switches(ClusterPort& port, Model& model, Seconds& date);
  /// Whether `take_switches` has something to report.
  bool any() const { return fronts_.any(); }
  /// The date until which to wait for messages that may never come.
  Seconds latest() const { return fronts_.latest(); }
  /// Notifies the schedulers that no job will come any more, even if the meta-scheduler's host fails now.
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
