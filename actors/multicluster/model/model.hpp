// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/book.hpp"
#include "coallocator.hpp"
#include "policies/multicluster/queue.hpp"
#include "policies/multicluster/selection.hpp"

#include <map>
#include <memory>
#include <set>
#include <unordered_map>

namespace malha::multicluster {

/// What the log of a cluster that has gone says of a job.
struct LoggedState {
  std::optional<std::pair<Seconds, Seconds>> left; ///< start and end, if the job has left the cluster
  cluster::EarlierStarts earlier = {};             ///< otherwise, what it did there
};

/// What a cluster says of a job that was offered to it, when the meta-scheduler is back.
struct JobStatus {
  bool was_taken = false;
  std::optional<std::pair<Seconds, Seconds>> left = {}; ///< start and end, if the job has left the cluster
};

/// A job that was offered to a cluster.
struct OfferedJob {
  TaskId job;
  int cluster;
};

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
  /// was asked. `is_repeated`: the cluster has refused the job before.
  virtual bool offer(const Job& job, int cluster, const std::optional<Estimate>& estimate,
                     bool is_repeated) = 0;
  /// What became of jobs that were offered before the meta-scheduler went, in their order. No offer of that
  /// time is taken any more.
  virtual std::vector<JobStatus> standings(const std::vector<OfferedJob>& jobs) {
    return std::vector<JobStatus>(jobs.size());
  }
  /// How many nodes are left to a cluster, as it said with the last standings; nothing: it was not asked.
  virtual std::optional<int> nodes_left(int /*cluster*/) const { return std::nullopt; }
  /// Takes back a job that the cluster has, or had, and which has gone.
  virtual LoggedState take_back(TaskId, int /*cluster*/) { return {}; }
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
class Listener {
public:
  virtual ~Listener() = default;
  virtual void submitted(const Job&) {}
  /// The policy of the upper queue is asked next. `nodes`: what the jobs of the queue need in all.
  virtual void queue_is_asked(const UpperQueueView&, std::int64_t /*nodes*/) {}
  /// No cluster can run the job.
  virtual void rejected(const Job&) {}
  /// A cluster has taken the job, which was offered at that date.
  virtual void handed_over(const Job&, const Decided&, Seconds /*date*/) {}
  /// A job that was handed over has left its cluster. `start` is `never` if it did not run.
  virtual void left(TaskId, Seconds /*handed_over*/, Seconds /*start*/, Seconds /*end*/) {}
  /// A job was taken back from a cluster that has gone, and waits again.
  virtual void taken_back(TaskId) {}
  /// A job begins in several clusters at once. `was_handed_over`: it has waited in the queue of a cluster.
  virtual void coallocated(const Job&, const Coallocated&, bool /*was_handed_over*/) {}
  /// Such a job has ended. `handed_over` is the date at which it left the upper queue.
  virtual void coallocated_left(const Job&, const Coallocated&, Seconds /*handed_over*/, Seconds /*end*/) {}
};

/// When a meta-scheduler gives jobs nodes of several clusters.
struct CoallocationRules {
  bool refined = false; ///< also to jobs that wait in the queue of a cluster (M-CISNE, Algorithm 4.5)
  bool idle = true;     ///< those get only nodes without any task and without a local user
};

/// What a meta-scheduler does, without messages, hosts and clock (M-CISNE, Algorithm 4.1). Jobs wait in the
/// upper queue. In a pass the queue policy says which job is next, and the selection policy which cluster
/// gets it. The cluster may refuse; it is closed then until a job leaves its queue.
class Model {
public:
  Model(std::vector<Cluster> clusters, UpperQueue& queue, Selection& selection, Gateways& gateways)
      : queue_(queue), selection_(selection), gateways_(gateways), clusters_(std::move(clusters)) {}

  void add(Listener& listener) { listeners_.push_back(&listener); }
  /// From now on jobs that no cluster can run get nodes of several clusters. It is called before any job
  /// comes.
  void coallocate_with(Coallocator& coallocator, const CoallocationRules& rules) {
    coallocator_ = &coallocator;
    rules_ = rules;
  }

  /// Takes a job that was submitted, now. Each of its tasks is a job of its own from here on.
  void submit(const Job& job);
  /// A job has started in a cluster.
  void started(TaskId job, int cluster);
  /// A job has left a cluster, where it was started at that date, or never.
  void left(TaskId job, int cluster, Seconds start, Seconds end);
  /// A job that ran in several clusters has ended.
  void ended(TaskId job, Seconds end);
  /// Nodes may have become usable although no job has left them.
  void nodes_changed() {
    ++state_;
    has_news_ = true;
  }
  /// Clusters may go. It is called before any job comes.
  void clusters_may_fail() { clusters_may_go_ = true; }
  /// A cluster has gone. What it had comes back into the upper queue, unless it has left the cluster.
  void cluster_gone(int cluster, bool for_good = false);
  /// It is there again, and has nothing.
  void cluster_returned(int cluster);
  /// No more nodes than these are left to a cluster.
  void nodes_lost(int cluster, int nodes);
  /// A cluster gives a job back, since no more nodes than these are left to it.
  void given_back(TaskId job, int cluster, int nodes);
  /// How many clusters are gone.
  std::size_t clusters_gone() const { return gone_.size(); }
  /// The meta-scheduler is back after its host was down. It has what it had written down: the jobs of the
  /// upper queue, and to which cluster each other one was offered, before the offer was sent.
  void resume();
  /// Hands over all jobs that can go now. Throws BrokenRule when an answer breaks a rule.
  void pass();

  const std::vector<Cluster>& clusters() const { return clusters_; }
  std::size_t waiting() const { return waiting_.size(); }
  std::size_t handed_over() const { return handed_over_.size(); }
  bool idle() const { return waiting_.empty() && handed_over_.empty() && coallocated_.empty(); }
  /// Whether a pass may have something to do.
  bool has_work() const { return !waiting_.empty() || !below_.empty(); }
  /// Sum over time of the number of jobs in the upper queue, up to the last `advance`.
  double job_seconds_waited() const { return waited_; }
  /// Whether anything of the above has happened since the last pass began. Jobs that the pass had tried
  /// before may wait for it.
  bool has_news() const { return has_news_; }
  /// Brings that sum up to the present date.
  void advance();

private:
  struct Waiting {
    Job job;
    std::list<UpperJob>::iterator place;
    std::optional<Decided> decided = {}; ///< the last choice
    std::set<int> refused_by = {};       ///< clusters
    /// The state in which no nodes of several clusters were found for it.
    std::int64_t tried_in = -1;
  };
  /// A job that waits in the queue of a cluster.
  struct Below {
    Job job;
    int cluster;
    std::int64_t tried_in = -1;
  };
  struct Runs {
    Job job;
    Coallocated parts;
    Seconds handed_over;
  };

  struct HandedOver {
    Seconds date;
    int cluster;
    std::unique_ptr<Job> job = {}; ///< where clusters may go
  };

  template <class... Args, class... Given>
  void tell(void (Listener::*what)(Args...), Given&&... given) {
    for (auto* listener : listeners_)
      (listener->*what)(given...);
  }

  void place_is_free(int cluster);
  void take_back(TaskId id, const LoggedState& fate);
  void wait_again(Waiting& waiting, int cluster);
  void learn(TaskId id, const JobStatus& standing);
  void forget_choices();
  void reject_what_is_too_large();
  bool could_run_where_gone(const Job& job) const;
  void tell_left(TaskId job, Seconds start, Seconds end);
  bool hand_over_next();
  std::vector<Candidate> candidates_for(const Job& job, bool among_open_only) const;
  std::optional<Decided> choose(const Job& job, std::vector<Candidate>& candidates);
  Selected select(const Job& job, std::vector<Candidate>& candidates);
  void estimate(const Job& job, std::vector<Candidate>& candidates);
  bool can_run_nowhere(const Job& job, const std::vector<Candidate>& candidates) const;
  bool could_run(const Job& job, std::size_t cluster) const;
  void coallocate(Waiting& waiting);
  bool is_hopeless(const Job& job) const;
  void coallocate_from_below();
  void coallocate_from_below(TaskId id);
  void begin(const Job& job, Coallocated parts, Seconds handed_over, bool was_handed_over);
  void offer(TaskId id);
  void was_taken(Waiting& waiting);
  void reject(Waiting& waiting);
  void leave_queue(Waiting& waiting);
  void refuse(UpperJob& job);
  Waiting& find(TaskId id);

  UpperQueue& queue_;
  Selection& selection_;
  Gateways& gateways_;
  std::vector<Listener*> listeners_;
  std::vector<Cluster> clusters_;
  std::list<UpperJob> waiting_;
  std::unordered_map<TaskId, Waiting> jobs_;           ///< those that wait
  std::unordered_map<TaskId, HandedOver> handed_over_; ///< those that have not left
  std::vector<TaskId> refused_;                        ///< in this pass
  std::vector<Estimate> estimates_;                    ///< of the last candidates that were asked
  /// Start and end of the job on offer, where it left before the cluster's answer was here.
  std::optional<std::pair<Seconds, Seconds>> left_early_;
  Coallocator* coallocator_ = nullptr; ///< null: no job runs in several clusters
  CoallocationRules rules_;
  std::map<TaskId, Below> below_;      ///< where those may yet run in several clusters
  std::vector<TaskId> below_order_;    ///< as they were handed over; some have left
  std::map<TaskId, Runs> coallocated_; ///< those that run
  bool clusters_may_go_ = false;
  std::set<int> gone_;            ///< clusters
  bool has_shrunk_ = false;       ///< a cluster, since the last pass began
  bool given_back_early_ = false; ///< the job on offer, before the cluster's answer was here
  bool started_early_ = false;    ///< the job on offer, before the cluster's answer was here
  bool has_news_ = false;
  std::int64_t state_ = 0, waiting_nodes_ = 0;
  Seconds last_ = 0;
  double waited_ = 0;
};

} // namespace malha::multicluster
