// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/messages.hpp"
#include "actors/cluster/site.hpp"
#include "actors/runtime/mailbox.hpp"
#include "actors/runtime/submission.hpp"
#include "cluster_monitor.hpp"
#include "messages.hpp"
#include "policies/multicluster/limit.hpp"

#include <set>

namespace malha::multicluster {

/// The interface of a cluster to the meta-scheduler (M-CISNE, section 2.4: LIS). It says how the cluster is,
/// and takes jobs or refuses them. It reads the book of the cluster's scheduler, and queues jobs there. Under
/// instant transport the meta-scheduler calls it, and the actor does not run.
class Gateway : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit Gateway(ActorContext& context);

  void run() override;
  bool is_active() const override;

  std::string site() const { return cluster::site_name(context_.parameters()); }
  /// Number of the cluster's scheduler among all schedulers.
  int scheduler() const { return site_->scheduler().number; }
  /// Finds the scheduler of the site, once all actors are there. `fastest` is the speed of the most powerful
  /// node of all clusters.
  void connect(FlopsPerSecond fastest);
  /// The cluster as it is before it has any job.
  Cluster cluster() const;

  /// Brings what is known of the cluster up to date.
  void describe(Cluster& cluster) const;
  /// What the cluster says of the job at the date. Throws InputError where nothing is known of its run time.
  Estimate estimate(const Job& job, Seconds date);
  /// Queues the job, if the limit admits it, at the date. `wake` must follow. Returns whether it took the
  /// job.
  bool offer(const Job& job, const std::optional<Estimate>& estimate, Seconds date);
  /// How long the cluster takes for an estimate.
  Seconds estimate_cost() const { return estimate_cost_; }
  /// Wakes the scheduler if it has got jobs since the last call.
  void wake();

private:
  bool admits(const Job& job, const std::optional<Estimate>& estimate, Seconds date);
  void take(const StatusRequest& request);
  void take(const EstimateRequest& request);
  void take(const Offer& offer);

  ActorContext& context_;
  Inbox<GatewayMessage> inbox_;
  PolicyUse<Limit> limit_;
  PolicyUse<Estimator> estimator_;
  const Seconds estimate_cost_;
  std::vector<Experience> history_; ///< until the monitor has it
  cluster::Site* site_ = nullptr;
  std::optional<ClusterMonitor> monitor_;
  std::optional<Address<EntryMessage, std::variant<cluster::HandedOver>>> scheduler_;
  std::optional<Address<EntryMessage, GatewayReply>> meta_scheduler_;
  std::set<TaskId> refused_; ///< jobs that it has refused and not taken since
  bool has_handed_over_ = false;
};

/// The gateways of a run, in the order of the deployment.
inline std::vector<Gateway*>& gateways_of(Stage& simulation) {
  return simulation.shared<std::vector<Gateway*>>("multicluster/gateways");
}

} // namespace malha::multicluster
