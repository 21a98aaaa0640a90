// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/messages.hpp"
#include "actors/cluster/site.hpp"
#include "actors/model/submission.hpp"
#include "actors/multicluster/model/latest_life.hpp"
#include "actors/multicluster/model/model.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "cluster_monitor.hpp"
#include "messages.hpp"
#include "policies/multicluster/limit.hpp"
#include "reservations.hpp"

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
  /// node of all clusters. `coallocates`: jobs may run in several clusters at once.
  void connect(FlopsPerSecond fastest, bool coallocates);
  /// The cluster as it is before it has any job.
  Cluster cluster() const;

  /// Brings what is known of the cluster at the date up to date.
  void describe(Cluster& cluster, Seconds date) { monitor_->describe(cluster, date); }
  /// What the cluster says of the job at the date. Throws InputError where nothing is known of its run time.
  Estimate estimate(const Job& job, Seconds date);
  /// Queues the job, if the limit admits it, at the date. `wake` must follow. Returns whether it took the
  /// job. `is_repeated`: it has refused the job before.
  bool offer(const Job& job, const std::optional<Estimate>& estimate, bool is_repeated, Seconds date);
  /// Whether the cluster, whose host has gone, had taken the job.
  bool had(TaskId job) const {
    return site_->upper_level().left(job) != nullptr || site_->upper_level().lost(job) != nullptr;
  }
  /// Its nodes that are up, or may come back.
  int nodes_left() const { return site_->model().nodes_left(); }
  /// What became of a job in the cluster, whose host is there.
  JobStatus standing(TaskId job) const;
  /// What became of a job in the cluster, whose host has gone. The cluster forgets it.
  LoggedState take_back(TaskId job);
  /// The meta-scheduler has heard that the job has left the cluster.
  void left(TaskId job) { site_->upper_level().forget(job); }
  /// How long the cluster takes for an estimate.
  Seconds estimate_cost() const { return estimate_cost_; }
  /// What it holds and runs of jobs that several clusters run at once.
  const Reservations& parts() const { return *reservations_; }
  /// The same, to change it. `wake` must follow.
  Reservations& changing_parts() {
    has_handed_over_ = true;
    return *reservations_;
  }
  /// How often jobs that share nodes compute and then exchange data.
  int iterations() const;
  /// Capacity of the cluster's channel to the other clusters, B/s. Throws InputError where its host does not
  /// say.
  double channel() const;
  /// Index of the resource that is node 0 of the cluster.
  int first_resource() const { return site_->first_resource(); }
  /// Wakes the scheduler if something has changed for it since the last call. Returns whether it did.
  bool wake();

private:
  void check_named_site();
  bool admits(const Job& job, const std::optional<Estimate>& estimate, bool is_repeated, Seconds date);
  void take(const StatusRequest& request);
  void take(const EstimateRequest& request);
  void take(const Offer& offer);
  void take(const JobsRequest& request);
  void take(const NodesRequest& request);
  void take(const Reserve& reserve);
  void take(const Release& release);
  void take(const Withdraw& withdraw);
  void take(const PartBegins& part);
  void take(const PartEnded& part);

  ActorContext& context_;
  Inbox<GatewayMessage> inbox_;
  PolicyUse<Limit> limit_;
  PolicyUse<Estimator> estimator_;
  const Seconds estimate_cost_;
  std::vector<Experience> history_; ///< until the monitor has it
  cluster::Site* site_ = nullptr;
  std::optional<ClusterMonitor> monitor_;
  std::optional<Reservations> reservations_;
  std::optional<Address<EntryMessage, std::variant<cluster::HandedOver>>> scheduler_;
  std::optional<Address<EntryMessage, ClusterReply>> meta_scheduler_;
  std::optional<Address<EntryMessage, ReturnReply>> answers_to_returned_; ///< where that one goes and returns
  std::optional<Address<EntryMessage, PartReply>> answers_for_parts_; ///< where jobs run in several clusters
  LatestLife life_;                                                   ///< of the meta-scheduler
  bool has_handed_over_ = false;
};

/// The gateways of a run, in the order of the deployment.
inline std::vector<Gateway*>& gateways_of(Stage& simulation) {
  return simulation.shared<std::vector<Gateway*>>("multicluster/gateways");
}

} // namespace malha::multicluster
