// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/messages.hpp"
#include "actors/cluster/site.hpp"
#include "cluster_monitor.hpp"
#include "gateway_server.hpp"
#include "policies/multicluster/limit.hpp"
#include "reservations.hpp"

namespace malha::multicluster {

/// The interface of a cluster to the meta-scheduler (M-CISNE, section 2.4: LIS). It reports the state of the
/// cluster, and takes jobs or refuses them. It reads the book of the cluster's scheduler, and queues jobs
/// there. Under instant transport the meta-scheduler calls it, and the actor does not run.
class Gateway : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit Gateway(ActorContext& context);

  void run() override { server_.run(); }
  bool is_active() const override;

  std::string site() const { return cluster::site_name(context_.parameters()); }
  /// Number of the cluster's scheduler among all schedulers.
  int scheduler() const { return site_->scheduler().number; }
  /// Finds the scheduler of the site, once all actors exist. `fastest` is the speed of the fastest node of
  /// all clusters. `coallocates`: jobs may run in several clusters at once.
  void connect(FlopsPerSecond fastest, bool coallocates);
  /// The cluster as it is before it has any job.
  Cluster cluster() const;

  /// Brings what is known of the cluster at the date up to date.
  void describe(Cluster& cluster, Seconds date) { monitor_->describe(cluster, date); }
  /// The estimator's answer for the job at the date. Throws InputError if nothing is known of the job's run
  /// time.
  Estimate estimate(const Job& job, Seconds date);
  /// Queues the job at the date, if the limit admits it. Call `wake` afterwards. Returns whether the job was
  /// taken. `is_repeated`: the gateway has refused the job before.
  bool offer(const Job& job, const std::optional<Estimate>& estimate, bool is_repeated, Seconds date);
  /// Whether the log of the cluster has the job; the front host is down.
  bool had(TaskId job) const {
    return site_->upper_level().left(job) != nullptr || site_->upper_level().lost(job) != nullptr;
  }
  /// The number of nodes that are up or may recover.
  int nodes_left() const { return site_->model().nodes_left(); }
  /// Status of an offered job; the front host is up.
  JobStatus status(TaskId job) const;
  /// Takes a job back according to the log of the cluster, which forgets the job; the front host is down.
  LoggedState take_back(TaskId job);
  /// The meta-scheduler knows that the job has left the cluster.
  void left(TaskId job) { site_->upper_level().forget(job); }
  /// Notifies `listener` of the jobs of the cluster, once the gateway is connected.
  void watch_jobs(cluster::Listener& listener) { site_->add(listener); }
  /// How long the cluster takes for an estimate.
  Seconds estimate_cost() const { return estimate_cost_; }
  /// Parts that the cluster holds and runs of jobs that several clusters run at once.
  const Reservations& parts() const { return *reservations_; }
  /// Mutable access; call `wake` afterwards.
  Reservations& changing_parts() {
    has_handed_over_ = true;
    return *reservations_;
  }
  /// How often jobs that share nodes compute and then exchange data.
  int iterations() const;
  /// Capacity of the cluster's channel to the other clusters, B/s. Throws InputError unless the host has it
  /// as a property.
  double channel() const;
  /// Index of the resource that is node 0 of the cluster.
  int first_resource() const { return site_->first_resource(); }
  /// Wakes the scheduler if something has changed for it since the last call. Returns whether it was woken.
  bool wake();

private:
  void check_named_site();
  bool admits(const Job& job, const std::optional<Estimate>& estimate, bool is_repeated, Seconds date);

  ActorContext& context_;
  GatewayServer server_;
  PolicyUse<Limit> limit_;
  PolicyUse<Estimator> estimator_;
  const Seconds estimate_cost_;
  std::vector<Experience> history_; ///< until the monitor has it
  cluster::Site* site_ = nullptr;
  std::optional<ClusterMonitor> monitor_;
  std::optional<Reservations> reservations_;
  std::optional<Address<EntryMessage, std::variant<cluster::HandedOver>>> scheduler_;
  bool has_handed_over_ = false;
};

/// The gateways of a run, in the order of the deployment.
inline std::vector<Gateway*>& gateways_of(Stage& simulation) {
  return simulation.shared<std::vector<Gateway*>>("multicluster/gateways");
}

} // namespace malha::multicluster
