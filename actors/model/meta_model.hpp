// SPDX-License-Identifier: MIT
#pragma once
#include "broken_rule.hpp"
#include "policies/multicluster/queue.hpp"
#include "policies/multicluster/selection.hpp"

#include <unordered_map>

namespace malha::multicluster {

/// The clusters below a meta-scheduler, which it reaches by calls or by messages. Each call may take time,
/// during which the model hears of what happens.
class Gateways {
public:
  virtual ~Gateways() = default;
  /// The present date.
  virtual Seconds now() const = 0;
  /// Brings what is known of the clusters up to date.
  virtual void refresh(std::vector<Cluster>& clusters) = 0;
  /// What these clusters say of the job, in their order.
  virtual std::vector<Estimate> estimate(const Job& job, const std::vector<int>& clusters) = 0;
  /// Offers the job to a cluster. Returns whether it takes the job. `estimate` is the cluster's own, where it
  /// was asked.
  virtual bool offer(const Job& job, int cluster, const std::optional<Estimate>& estimate) = 0;
};

/// The answer of the selection breaks a rule. Other broken rules are those of the queue policy.
struct SelectionBroke : BrokenRule {
  using BrokenRule::BrokenRule;
};

/// Why a job goes where it goes.
struct Decided {
  int cluster;
  Seconds date;                     ///< of the decision
  std::optional<Estimate> estimate; ///< on which it rests; none where no cluster was asked
};

/// Hears what happens in a meta-scheduler.
class MetaListener {
public:
  virtual ~MetaListener() = default;
  virtual void submitted(const Job&) {}
  /// No cluster can run the job.
  virtual void rejected(const Job&) {}
  /// A cluster has taken the job, which was offered at that date.
  virtual void handed_over(const Job&, const Decided&, Seconds /*date*/) {}
  /// A job that was handed over has left its cluster. `start` is `never` if it did not run.
  virtual void left(TaskId, Seconds /*handed_over*/, Seconds /*start*/, Seconds /*end*/) {}
};

/// What a meta-scheduler does, without messages, hosts and clock (M-CISNE, Algorithm 4.1). Jobs wait in the
/// upper queue. In a pass the queue policy says which job is next, and the selection policy which cluster
/// gets it. The cluster may refuse; it is closed then until a job leaves its queue.
class MetaModel {
public:
  MetaModel(std::vector<Cluster> clusters, UpperQueue& queue, Selection& selection, Gateways& gateways)
      : queue_(queue), selection_(selection), gateways_(gateways), clusters_(std::move(clusters)) {}

  void add(MetaListener& listener) { listeners_.push_back(&listener); }

  /// Takes a job that was submitted, now. Each of its tasks is a job of its own from here on.
  void submit(const Job& job);
  /// A job has started in a cluster.
  void started(TaskId job, int cluster);
  /// A job has left a cluster, where it was started at that date, or never.
  void left(TaskId job, int cluster, Seconds start, Seconds end);
  /// Hands over all jobs that can go now. Throws BrokenRule when an answer breaks a rule.
  void pass();

  const std::vector<Cluster>& clusters() const { return clusters_; }
  std::size_t waiting() const { return waiting_.size(); }
  /// Nodes that the jobs of the upper queue ask for.
  std::int64_t waiting_nodes() const { return waiting_nodes_; }
  std::size_t handed_over() const { return handed_over_.size(); }
  bool idle() const { return waiting_.empty() && handed_over_.empty(); }
  /// Sum over time of the number of jobs in the upper queue, up to the last `advance`.
  double job_seconds_waited() const { return waited_; }
  /// Brings that sum up to the present date.
  void advance();

private:
  struct Waiting {
    Job job;
    std::list<UpperJob>::iterator place;
    std::optional<Decided> decided = {}; ///< the last choice
  };

  template <class... Args, class... Given>
  void tell(void (MetaListener::*what)(Args...), Given&&... given) {
    for (auto* listener : listeners_)
      (listener->*what)(given...);
  }

  void place_is_free(int cluster);
  void tell_left(TaskId job, Seconds start, Seconds end);
  bool hand_over_next();
  std::vector<Candidate> candidates_for(const Job& job, bool among_open_only) const;
  std::optional<Decided> choose(const Job& job, std::vector<Candidate>& candidates);
  Selected select(const Job& job, std::vector<Candidate>& candidates);
  void estimate(const Job& job, std::vector<Candidate>& candidates);
  bool can_run_nowhere(const Job& job, const std::vector<Candidate>& candidates) const;
  void offer(TaskId id);
  void reject(Waiting& waiting);
  void leave_queue(Waiting& waiting);
  void refuse(UpperJob& job);
  Waiting& find(TaskId id);

  UpperQueue& queue_;
  Selection& selection_;
  Gateways& gateways_;
  std::vector<MetaListener*> listeners_;
  std::vector<Cluster> clusters_;
  std::list<UpperJob> waiting_;
  std::unordered_map<TaskId, Waiting> jobs_;        ///< those that wait
  std::unordered_map<TaskId, Seconds> handed_over_; ///< date, of those that have not left
  std::vector<TaskId> refused_;                     ///< in this pass
  std::vector<Estimate> estimates_;                 ///< of the last candidates that were asked
  /// Start and end of the job on offer, where it left before the cluster's answer was here.
  std::optional<std::pair<Seconds, Seconds>> left_early_;
  std::int64_t state_ = 0, waiting_nodes_ = 0;
  Seconds last_ = 0;
  double waited_ = 0;
};

} // namespace malha::multicluster
