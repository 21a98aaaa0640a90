// SPDX-License-Identifier: MIT
#pragma once
#include "application.hpp"
#include "estimate.hpp"
#include "history.hpp"
#include "policies/cluster/queue.hpp"

#include <functional>
#include <string_view>

namespace malha::multicluster {

/// A node of a cluster, as its monitor reports it. The real cost of a local user is unknown.
struct MonitoredNode {
  double power = 1;            ///< P: relative to the most powerful node; above 0, at most 1
  Bytes memory = never;        ///< what parallel tasks may use of it in all; `never`: no limit
  double bandwidth = never;    ///< of its link to the switch, B/s; `never`: no limit
  bool has_local_user = false; ///< whether a local user is active
  double local_cpu = 0;        ///< share of the CPU that an active local user nominally takes
  Bytes local_memory = 0;      ///< memory that they nominally take
  double local_traffic = 0;    ///< what they nominally send, B/s
};

/// The facts about a job of the cluster that its books have.
struct JobFacts {
  std::string_view user;
  const Application* application = nullptr; ///< null: unknown
  /// Its run time on dedicated nodes, as its user estimates it: counts if the application is unknown.
  Seconds estimate = never;
  Seconds start = 0;               ///< of a running job
  const IndexSet* slots = nullptr; ///< of a running job
};

/// The state of a cluster, in the books of the cluster and of its gateway; nothing is copied.
/// A machine of the cluster is a node. Its CPUs are slots: as many jobs may have a task there.
struct ClusterState {
  Seconds now;
  std::string_view queue_name; ///< distinguishes the experiences of this cluster from others: "FCFS"
  const std::vector<cluster::Machine>& machines;
  const std::vector<MonitoredNode>& nodes;      ///< by machine
  const IndexSet& free;                         ///< slots that are up and have no task
  const IndexSet& down;                         ///< slots
  const std::list<cluster::QueuedJob>& queue;   ///< in the order of the view of its policy
  const std::vector<cluster::Release>& running; ///< by (expected end, id)
  const std::function<JobFacts(cluster::JobHandle)>& facts;
  /// The experiences of earlier runs, then those of this run as the jobs end. The list only grows. It stays
  /// empty if the estimator reads none.
  const std::vector<Experience>& history;
  /// Makes another instance of the queue's policy, which knows nothing yet.
  const std::function<std::unique_ptr<cluster::Queue>()>& make_queue;
  /// Nodes that jobs share, as in cluster::QueueView; null if they share none.
  const std::vector<cluster::SharedMachine>* shared = nullptr;
  std::string_view site = {}; ///< the name of the cluster
};

/// The job about which a cluster is asked. It would enter the queue now.
struct AskedJob {
  TaskId id;
  int size;         ///< nodes
  Seconds estimate; ///< as in JobFacts
  std::string_view user = {};
  const Application* application = nullptr;  ///< null: unknown
  const cluster::Request* request = nullptr; ///< what it asks for beyond its size; null: nothing
};

/// How long would the job wait, and run, on this cluster? The gateway of the cluster asks about jobs that the
/// cluster does not have yet.
class Estimator : public Policy {
public:
  static constexpr const char* question = "multicluster/estimator";
  virtual Estimate estimate(const ClusterState& cluster, const AskedJob& job) = 0;
  /// Called whenever jobs have started or ended, or a local user came or left, so that the estimator
  /// knows how far running jobs are. Without a call it assumes that nothing has changed.
  virtual void observe(const ClusterState& /*cluster*/) {}
  /// Whether the estimator reads the history. If not, none is kept, so that a long run needs no memory for
  /// the jobs that have ended.
  virtual bool reads_history() const { return true; }
  /// The site that the settings name; empty: none. A run that has no such site is refused.
  virtual std::string named_site() const { return {}; }
};

} // namespace malha::multicluster
