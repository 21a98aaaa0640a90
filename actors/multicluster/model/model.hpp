// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/listeners.hpp"
#include "cluster_choice.hpp"
#include "coallocations.hpp"
#include "waiting_jobs.hpp"

#include <map>
#include <memory>

namespace malha::multicluster {

/// The logic of a meta-scheduler, without messages, hosts and clock (M-CISNE, Algorithm 4.1). Jobs wait in
/// the upper queue. In a pass the queue policy selects the next job, and the selection policy the cluster
/// that gets it. The cluster may refuse; it is closed then until a job leaves its queue. Calls of the
/// gateways may take time: the functions that report news may be called during a pass.
class Model {
public:
  Model(std::vector<Cluster> clusters, UpperQueue& queue, Selection& selection, Gateways& gateways)
      : policy_(queue), gateways_(gateways), clusters_(std::move(clusters)),
        choice_(selection, gateways, clusters_) {}
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  void add(Listener& listener) { listeners_.add(listener); }
  /// Gives nodes of several clusters to jobs that no cluster can run alone. It is called before any job
  /// comes.
  void coallocate_with(Coallocator& coallocator, const CoallocationRules& rules) {
    coallocations_.emplace(coallocator, rules);
    choice_.count_memory(coallocator.gateways());
  }
  /// Lets jobs wait in the queues of several clusters. It is called before any job comes.
  void copy_with(PartGateways& clusters) {
    copies_ = &clusters;
    choice_.count_memory(clusters);
  }
  /// Gives all tasks of a DAG to one cluster. `dags` is told what comes and what clusters take; the caller
  /// tells it what has ended. It is called before any job comes.
  void keep_together(DagClusters& dags) {
    dags_ = &dags;
    choice_.keep_together(dags);
  }
  /// Lets clusters fail. It is called before any job comes.
  void clusters_may_fail() { clusters_may_fail_ = true; }

  /// Takes a job that is submitted now. Each of its tasks is a job of its own from here on.
  void submit(const Job& job);
  /// A job has started in a cluster.
  void started(TaskId job, int cluster);
  /// A job has left a cluster, where it started at that date, or never.
  void left(TaskId job, int cluster, Seconds start, Seconds end, bool ended_well = true);
  /// A job that ran in several clusters has ended.
  void ended(TaskId job, Seconds end);
  /// Nodes may have become usable although no job has left them.
  void nodes_changed() {
    clusters_.changed();
    has_news_ = true;
  }
  /// A cluster has failed. The jobs that it had wait in the upper queue again, unless they had left it.
  void cluster_failed(int cluster, bool for_good = false);
  /// A cluster has recovered, and has no jobs.
  void cluster_recovered(int cluster);
  /// No more nodes than these are left to a cluster.
  void nodes_lost(int cluster, int nodes);
  /// A cluster returns a job, because no more nodes than these are left to it.
  void given_back(TaskId job, int cluster, int nodes);
  /// The host of the meta-scheduler has recovered. The meta-scheduler has what it had written down: the jobs
  /// of the upper queue, and the cluster to which each other job was offered, before the offer was sent.
  void resume();
  /// Hands over all jobs that can be handed over now. Throws BrokenRule when an answer breaks a rule.
  void pass();

  const std::vector<Cluster>& clusters() const { return clusters_.all(); }
  std::size_t failed_clusters() const { return clusters_.failed().size(); }
  /// The upper queue.
  const WaitingJobs& queue() const { return queue_; }
  /// The number of jobs that clusters have.
  std::size_t handed_over() const { return handed_over_.size(); }
  bool idle() const {
    return queue_.empty() && handed_over_.empty() && (!coallocations_ || coallocations_->idle());
  }
  /// Whether a pass may have something to do.
  bool has_work() const { return !queue_.empty() || (coallocations_ && coallocations_->has_queued()); }
  /// Whether anything was reported since the last pass began. Jobs that the pass had tried before may wait
  /// for it.
  bool has_news() const { return has_news_; }
  /// Brings the sum over time of the upper queue up to the present date.
  void advance() { queue_.advance(gateways_.now()); }

private:
  struct HandedOver {
    Seconds date;
    int cluster;
    std::unique_ptr<Job> job = {}; ///< if clusters may fail
    std::vector<int> also = {};    ///< further clusters in whose queues the job waits
  };
  /// News of the job on offer that came before the cluster's answer.
  struct EarlyNews {
    bool has_started = false, is_given_back = false;
    std::optional<std::pair<Seconds, Seconds>> left = {}; ///< start and end
    bool ended_well = true;                               ///< if it has left
  };

  bool has(int cluster, TaskId job) const;
  bool hand_over_next();
  void offer(TaskId id);
  void offer_copies(TaskId id);
  void keep_one_copy(TaskId job, int cluster);
  void was_taken(WaitingJob& job);
  void reject(const WaitingJob& job);
  bool is_too_large(const Job& job) const;
  void reject_what_is_too_large();
  void tell_rejected(const Job& job);
  void tell_left(TaskId job, const std::pair<Seconds, Seconds>& dates, bool ended_well);
  void take_back(TaskId id, const LoggedState& logged);
  void wait_again(WaitingJob& job, int cluster);
  void learn(TaskId id, const JobStatus& status);
  void coallocate(WaitingJob& job);
  void coallocate_queued();
  void begin(const Job& job, Coallocated parts, Seconds handed_over, bool was_handed_over);

  UpperQueue& policy_;
  Gateways& gateways_;
  Listeners<Listener> listeners_;
  KnownClusters clusters_;
  ClusterChoice choice_;
  WaitingJobs queue_;
  std::map<TaskId, HandedOver> handed_over_; ///< jobs that have not left, and the job on offer
  EarlyNews early_;
  std::optional<Coallocations> coallocations_; ///< nothing: no job runs in several clusters
  PartGateways* copies_ = nullptr;             ///< null: no job waits in several clusters
  DagClusters* dags_ = nullptr;                ///< null: each task of a DAG goes to any cluster
  bool clusters_may_fail_ = false;
  bool has_shrunk_ = false; ///< a cluster, since the last pass began
  bool has_news_ = false;
};

} // namespace malha::multicluster
