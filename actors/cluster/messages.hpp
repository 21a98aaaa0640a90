// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message.hpp"
#include "actors/runtime/simgrid/actor.hpp"
#include "iterations.hpp"
#include "policies/cluster/queue.hpp"

#include <variant>

namespace malha::cluster {

/// Scheduler to node: run your part of a job.
struct StartOnNode {
  MALHA_MESSAGE("start", weight);
  JobHandle handle;
  std::uint32_t run;              ///< number of the attempt, see LiveJob::run
  Seconds start;                  ///< the date of the decision
  Seconds limit;                  ///< the longest that the job may run; `never`: no limit
  std::optional<Seconds> planned; ///< run time of each part; none: the node plans its own
  Task task;
  std::vector<simgrid::s4u::Host*> peers; ///< the job's other hosts
  Bytes weight;
  int returns; ///< recoveries of the node that the scheduler knows of
  /// On shared nodes: the node runs the whole job, on its own host and on those of its peers.
  std::optional<Iterations> iterations = {};
};
/// Scheduler to node: end your part of the job.
struct StopOnNode {
  MALHA_MESSAGE("stop", 1);
  JobHandle handle;
  std::uint32_t run;
};
using NodeMessage = std::variant<StartOnNode, StopOnNode>;

/// Node to scheduler: my part of the job has ended.
struct EndedOnNode {
  MALHA_MESSAGE("end", 1);
  JobHandle handle;
  std::uint32_t run;
  Seconds start, end;
  bool killed; ///< the part was ended at the job's limit
};

/// Gateway to the scheduler of its site: there are new jobs in the queue.
struct HandedOver {
  MALHA_MESSAGE("handed_over", 1);
};

/// Scheduler to the meta-scheduler above it: a job of mine has started.
struct JobStarted {
  MALHA_MESSAGE("job_started", 24);
  TaskId task;
  int site; ///< number of the scheduler among all
  Seconds start;
};
/// Scheduler to the meta-scheduler above it: a job has ended, or will never run.
struct JobLeft {
  MALHA_MESSAGE("job_left", 32);
  TaskId task;
  int site;
  Seconds start; ///< `never`: it did not run
  Seconds end;
  bool ended_well; ///< it was completed
};
using SiteNews = std::variant<JobStarted, JobLeft>;
/// Scheduler to the meta-scheduler above it: I return a job that waited, because it needs more nodes than I
/// have left.
struct JobGivenBack {
  MALHA_MESSAGE("job_given_back", 32);
  TaskId task;
  int site;
  int nodes; ///< that are left
  Seconds date;
};
/// Scheduler to the meta-scheduler above it: some of my nodes have failed for good.
struct NodesLost {
  MALHA_MESSAGE("nodes_lost", 24);
  int site;
  int nodes; ///< that are left
  Seconds date;
};
/// Scheduler to the meta-scheduler above it: a node recovered, or local users came or left, so that other
/// nodes may be open now.
struct NodesChanged {
  MALHA_MESSAGE("nodes_changed", 9);
  Seconds date;
};

} // namespace malha::cluster
