// SPDX-License-Identifier: MIT
#include "meta_scheduler_parameters.hpp"

namespace malha::multicluster {

std::vector<ParameterSpec> meta_scheduler_parameters() {
  return {
      real("description", 1024, between(0, 1e15), "B",
           "size of the message that brings a job to a cluster, or asks for an estimate"),
      choice("unit", "task", {"task", "dag"},
             "what a cluster is selected for: each ready task of a DAG, or all of its tasks, so that their "
             "data stay in the file system of one cluster"),
      integer("learning", 0, between(0, 1'000'000'000), "jobs",
              "the metrics of estimates leave out those that were used before this many jobs had ended"),
      real("status_window", 0, at_least(0), "s",
           "how long the known states of clusters are good enough, under network transport"),
      choice("refined", "off", {"off", "on"},
             "jobs that wait in the queue of a cluster may run in several clusters, too, where that "
             "saturates no channel"),
      choice("coalloc_free", "idle", {"idle", "contract"},
             "refined=on: such jobs get nodes without any task and without a local user, or any that "
             "their clusters open to them")};
}

std::vector<Support> meta_scheduler_supports() {
  return {{Condition::network},           {Condition::inputs, {{"transport", "instant"}}},
          {Condition::bandwidth_profile}, {Condition::host_fails},
          {Condition::host_recovers},     {Condition::entry_recovers, {{"workload/submitter", "none"}}},
          {Condition::external_load}};
}

bool keeps_dags_together(const ActorContext& meta_scheduler) {
  return meta_scheduler.parameters().text("unit") == "dag";
}

void check_dags(const ActorContext& meta_scheduler, bool uses_several_clusters) {
  if (uses_several_clusters)
    throw InputError("unit=dag cannot be combined with policy.coallocation=" +
                     meta_scheduler.choice("coallocation").policy->name +
                     " and policy.selection=" + meta_scheduler.choice("selection").policy->name +
                     ", since jobs may run or wait in several clusters; valid: "
                     "policy.coallocation=multicluster/never and a selection of one cluster");
}

} // namespace malha::multicluster
