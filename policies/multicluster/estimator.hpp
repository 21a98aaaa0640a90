// SPDX-License-Identifier: MIT
#pragma once
#include "application.hpp"
#include "estimate.hpp"
#include "history.hpp"
#include "policies/cluster/queue.hpp"

#include <functional>
#include <string_view>

namespace malha::multicluster {

/// A node of a cluster, as its monitor shows it. What a local user really costs is not known to anybody.
struct MonitoredNode {
  double power = 1;            ///< P: relative to the most powerful node; above 0, at most 1
  Bytes memory = never;        ///< what parallel tasks may use of it in all; `never`: no limit
  double bandwidth = never;    ///< of its link to the switch, B/s; `never`: no limit
  bool has_local_user = false; ///< whether a local user is active
  double local_cpu = 0;        ///< share of the CPU that an active local user nominally takes
  Bytes local_memory = 0;      ///< memory that he nominally takes
  double local_traffic = 0;    ///< what he nominally sends, B/s
};

/// What the books know of a job of the cluster.
struct JobFacts {
  std::string_view user;
  const Application* application = nullptr; ///< null: unknown
  /// Its run time on dedicated nodes, as its user estimates it: counts where the application is unknown.
  Seconds estimate = never;
  Seconds start = 0;               ///< of a running job
  const IndexSet* slots = nullptr; ///< of a running job
};

/// What a cluster knows of itself. All is in the books of the cluster and of its gateway; nothing is copied.
/// A machine of the cluster is a node. Its CPUs are slots: as many jobs may have a task there.
struct ClusterState {
  Seconds now;
  std::string_view queue_name; ///< what tells the experiences of this cluster from others: "FCFS"
  const std::vector<cluster::Machine>& machines;
  const std::vector<MonitoredNode>& nodes;      ///< by machine
  const IndexSet& free;                         ///< slots that are up and have no task
  const IndexSet& down;                         ///< slots
  const std::list<cluster::QueuedJob>& queue;   ///< in the order of the view of its policy
  const std::vector<cluster::Release>& running; ///< by (expected end, id)
  const std::function<JobFacts(cluster::JobHandle)>& facts;
  /// Those of earlier runs, and behind them those of this run as the jobs end. It only grows. It stays empty
  /// where the estimator reads none.
  const std::vector<Experience>& history;
  /// Makes the policy of the cluster's queue anew: it knows nothing yet.
  const std::function<std::unique_ptr<cluster::Queue>()>& make_queue;
  /// What its policy sees of nodes that jobs share, as in cluster::QueueView; null where they share none.
  const std::vector<cluster::SharedMachine>* shared = nullptr;
  std::string_view site = {}; ///< the name of the cluster
};

/// The job for which a cluster is asked. It would come into the queue now.
struct AskedJob {
  TaskId id;
  int size;         ///< nodes
  Seconds estimate; ///< as in JobFacts
  std::string_view user = {};
  const Application* application = nullptr;  ///< null: unknown
  const cluster::Request* request = nullptr; ///< what it asks for beyond its size; null: nothing
};

/// How long would the job wait, and run, on this cluster? The gateway of the cluster asks for jobs that are
/// not there yet.
class Estimator : public Policy {
public:
  static constexpr const char* question = "multicluster/estimator";
  virtual Estimate estimate(const ClusterState& cluster, const AskedJob& job) = 0;
  /// The gateway tells it whenever jobs have started or ended, or a local user came or went, so that it
  /// knows how far running jobs are. One that is not told takes it that nothing has changed in between.
  virtual void observe(const ClusterState& /*cluster*/) {}
  /// Whether it looks at the history. Where it does not, none is kept, so that a long run needs no memory for
  /// the jobs that have ended.
  virtual bool reads_history() const { return true; }
  /// A site that its settings name; empty: none. A run that has no such site is refused.
  virtual std::string named_site() const { return {}; }
};

} // namespace malha::multicluster
