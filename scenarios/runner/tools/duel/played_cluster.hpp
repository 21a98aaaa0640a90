// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/runtime/plan/deployment.hpp"
#include "policies/multicluster/estimator.hpp"
#include "policies/multicluster/limit.hpp"

#include <variant>

namespace malha::duel {

/// The actors of a side with a meta-scheduler. Each cluster has a gateway and a scheduler like these.
struct MulticlusterActors {
  const PlacedActor* meta;
  const PlacedActor* gateway;
  const PlacedActor* scheduler;
};

/// One cluster below a meta-scheduler: the model of its scheduler, and what its gateway knows and asks. Its
/// nodes have one speed, and no local users.
class PlayedCluster : private cluster::Listener {
public:
  struct Nodes {
    int nodes;
    FlopsPerSecond speed;
  };
  struct Started {
    TaskId job;
  };
  struct Left {
    TaskId job;
    Seconds start, end; ///< `never` as start: it did not run
    FinalState state;
  };
  using News = std::variant<Started, Left>;

  /// `number` is from 1 on. `fastest` is the speed of the fastest node of all clusters.
  PlayedCluster(const MulticlusterActors& actors, int number, const Nodes& nodes, FlopsPerSecond fastest,
                std::uint64_t seed);
  PlayedCluster(const PlayedCluster&) = delete;
  PlayedCluster& operator=(const PlayedCluster&) = delete;

  /// The cluster before it has any job.
  multicluster::Cluster as_known() const;
  /// Brings what is known of the cluster up to date.
  void describe(multicluster::Cluster& cluster) const;
  multicluster::Estimate estimate(const Job& job, Seconds date);
  /// Queues the job, if the limit admits it. `estimate` and `is_repeated` as multicluster::Gateways has them.
  bool offer(const Job& job, const std::optional<multicluster::Estimate>& estimate, bool is_repeated,
             Seconds date);

  /// The date of its next decision, if no job is offered before.
  Seconds next() { return model_.next(); }
  void take_ends(Seconds date) { model_.take_ends(date); }
  void decide(Seconds date) { model_.round(date); }
  /// What has happened since the last call.
  std::vector<News> take_news() { return std::exchange(news_, {}); }

private:
  /// Jobs come from the meta-scheduler only, and as long as the run goes on.
  struct FromAbove : Arrivals {
    Seconds next() override { return never; }
    Job take() override { return {}; }
    bool more() override { return true; }
  };

  multicluster::ClusterState state(Seconds date) const;
  multicluster::JobFacts facts_of(cluster::JobHandle handle) const;
  bool admits(const Job& job, const std::optional<multicluster::Estimate>& estimate, bool is_repeated,
              Seconds date);
  void started(const cluster::LiveJob& job, const cluster::Start&) override;
  void ended(const cluster::LiveJob& job, Seconds start, Seconds end, FinalState state) override;
  void dropped(const cluster::LiveJob& job, Seconds now) override { leaves(job.task.id, now); }
  void rejected(const Job& job, const Task& task) override { leaves(task.id, job.submitted); }
  void round_is_over(const cluster::Book& book, Seconds now) override;
  void leaves(TaskId job, Seconds date) { news_.push_back(Left{job, never, date, FinalState::killed}); }

  const std::string site_;
  RandomStreams of_scheduler_, of_gateway_, of_estimates_;
  const std::unique_ptr<cluster::Queue> queue_;
  const std::unique_ptr<cluster::Priority> priority_;
  const std::unique_ptr<cluster::Prediction> prediction_;
  const std::unique_ptr<multicluster::Limit> limit_;
  const std::unique_ptr<multicluster::Estimator> estimator_;
  const std::vector<multicluster::MonitoredNode> nodes_; ///< by machine
  const std::vector<multicluster::Experience> no_history_;
  const std::string queue_name_;
  const std::function<std::unique_ptr<cluster::Queue>()> make_queue_;
  const std::function<multicluster::JobFacts(cluster::JobHandle)> facts_;
  FromAbove arrivals_;
  cluster::Model model_;
  std::vector<News> news_;
  std::int64_t ended_ = 0; ///< jobs
  Seconds executed_ = 0;   ///< sum of their run times
  bool has_changed_ = false;
};

} // namespace malha::duel
