// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"
#include "iterations.hpp"
#include "policies/cluster/queue.hpp"

#include <variant>

namespace malha::cluster {

/// Scheduler to node: run your part of a job.
struct StartOnNode {
  static constexpr const char* kind = "start";
  JobHandle handle;
  std::uint32_t run;              ///< counts the starts under the handle
  Seconds start;                  ///< when it was decided
  Seconds limit;                  ///< the longest that the job may run; `never`: no limit
  std::optional<Seconds> planned; ///< run time of each part; none: the node plans its own
  Task task;
  std::vector<simgrid::s4u::Host*> peers; ///< the job's other hosts
  Bytes weight;
  int returns; ///< recoveries of the node, as the scheduler knows
  /// On shared nodes: the node runs the whole job, on its own host and on those of its peers.
  std::optional<Iterations> iterations = {};
  Bytes size() const { return weight; }
};
/// Scheduler to node: end your part of the job.
struct StopOnNode {
  static constexpr const char* kind = "stop";
  JobHandle handle;
  std::uint32_t run;
  Bytes size() const { return 1; }
};
using NodeMessage = std::variant<StartOnNode, StopOnNode>;

/// Node to scheduler: my part of the job has ended.
struct EndedOnNode {
  static constexpr const char* kind = "end";
  JobHandle handle;
  std::uint32_t run;
  Seconds start, end;
  bool killed; ///< the part was ended at the job's limit
  Bytes size() const { return 1; }
};

/// Gateway to the scheduler of its site: there are new jobs in the queue.
struct HandedOver {
  static constexpr const char* kind = "handed_over";
  Bytes size() const { return 1; }
};

/// Scheduler to the meta-scheduler above it: a job of mine has started.
struct JobStarted {
  static constexpr const char* kind = "job_started";
  TaskId task;
  int site; ///< number of the scheduler among all
  Seconds start;
  Bytes size() const { return 24; }
};
/// Scheduler to the meta-scheduler above it: a job has ended, or will never run.
struct JobLeft {
  static constexpr const char* kind = "job_left";
  TaskId task;
  int site;
  Seconds start; ///< `never`: it did not run
  Seconds end;
  Bytes size() const { return 32; }
};
using SiteNews = std::variant<JobStarted, JobLeft>;
/// Scheduler to the meta-scheduler above it: I return a job, which needs more nodes than are left to me.
struct JobGivenBack {
  static constexpr const char* kind = "job_given_back";
  TaskId task;
  int site;
  int nodes; ///< that are left
  Seconds date;
  Bytes size() const { return 32; }
};
/// Scheduler to the meta-scheduler above it: some of my nodes have failed for good.
struct NodesLost {
  static constexpr const char* kind = "nodes_lost";
  int site;
  int nodes; ///< that are left
  Seconds date;
  Bytes size() const { return 24; }
};
/// Scheduler to the meta-scheduler above it, which has asked for its open nodes: others may be open now,
/// since local users have come or left.
struct NodesChanged {
  static constexpr const char* kind = "nodes_changed";
  Seconds date;
  Bytes size() const { return 9; }
};

} // namespace malha::cluster
