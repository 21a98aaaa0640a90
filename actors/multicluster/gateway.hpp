// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/messages.hpp"
#include "actors/cluster/site.hpp"
#include "actors/runtime/mailbox.hpp"
#include "actors/runtime/submission.hpp"
#include "messages.hpp"
#include "policies/multicluster/limit.hpp"

namespace malha::multicluster {

/// The interface of a cluster to the meta-scheduler (M-CISNE, section 2.4: LIS). It says how the cluster is,
/// and takes jobs or refuses them. It reads the book of the cluster's scheduler, and queues jobs there. Under
/// instant transport the meta-scheduler calls it, and the actor does not run.
class Gateway : public Actor, private cluster::Listener {
public:
  static ActorDescriptor descriptor();

  explicit Gateway(ActorContext& context);

  void run() override;
  bool is_active() const override;

  const std::string& site() const { return context_.parameters().text("site"); }
  /// Number of the cluster's scheduler among all schedulers.
  int scheduler() const { return site_->scheduler().number; }
  /// Finds the scheduler of the site, once all actors are there.
  void connect();
  /// The cluster as it is before it has any job.
  Cluster cluster() const;

  /// Brings what is known of the cluster up to date.
  void describe(Cluster& cluster) const;
  /// Queues the job, if the limit admits it, at the date. `wake` must follow. Returns whether it took the
  /// job.
  bool offer(const Job& job, const Prediction* prediction, Seconds date);
  /// Wakes the scheduler if it has got jobs since the last call.
  void wake();

private:
  void ended(const cluster::LiveJob& job, Seconds start, Seconds end, FinalState state) override;
  void take(const StatusRequest& request);
  void take(const PredictionRequest& request);
  void take(const Offer& offer);

  ActorContext& context_;
  Inbox<GatewayMessage> inbox_;
  PolicyUse<Limit> limit_;
  cluster::Site* site_ = nullptr;
  std::optional<Address<EntryMessage, std::variant<cluster::HandedOver>>> scheduler_;
  std::optional<Address<EntryMessage, GatewayReply>> meta_scheduler_;
  bool has_handed_over_ = false;
  std::int64_t ended_ = 0;
  Seconds executed_ = 0; ///< by the jobs that have ended
};

/// The gateways of a run, in the order of the deployment.
inline std::vector<Gateway*>& gateways_of(Stage& simulation) {
  return simulation.shared<std::vector<Gateway*>>("multicluster/gateways");
}

} // namespace malha::multicluster
