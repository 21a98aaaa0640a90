// SPDX-License-Identifier: MIT
// Jobs that run when the run begins: what a real site, or a snapshot, says of them becomes a part of the
// book.
#include "model.hpp"
#include "requests.hpp"

namespace malha::cluster {
namespace {

std::string name_of_job(const Job& job) { return "job " + std::to_string(number_of(job.tasks.front())); }

/// Why nodes of a machine that a job has are not free.
std::string why_not_free(const Book& book, const Machine& machine) {
  for (int node = machine.first; node < machine.first + machine.cpus; ++node)
    if (const auto other = book.job_on(node))
      return "which job " + std::to_string(number_of(book[*other].task)) + " holds, too; valid: " +
             (machine.cpus > 1 ? "as many CPUs as the host has"
                               : "one job on a node, or CPUs of nodes (allocation=core)");
  return "which is down; valid: nodes that are up";
}

/// The nodes of a part of a job that runs. It has `others` already.
IndexSet nodes_of(const RunsAlready::Part& part, const IndexSet& others, const Book& book,
                  const std::function<void(const std::string&)>& refuse) {
  const auto& machines = book.nodes().machines();
  const auto found = machines.find(part.host);
  if (!found)
    refuse(" runs on node '" + part.host + "', which the cluster does not have" +
           valid_machines(machines.names()));
  const Machine machine = machines[*found];
  if (!others.within(machine.first, machine.cpus).empty())
    refuse(" runs on node '" + part.host + "', which it has twice; valid: each node once");
  if (part.resources > machine.cpus)
    refuse(" runs on " + std::to_string(part.resources) + " CPUs of '" + part.host + "', which has " +
           std::to_string(machine.cpus) + "; valid: a platform with such hosts");
  const IndexSet free = book.nodes().free().within(machine.first, machine.cpus);
  if (part.resources > free.size())
    refuse(" runs on node '" + part.host + "', " + why_not_free(book, machine));
  return free.lowest(part.resources);
}

} // namespace

void Model::resume(const Job& job, const RunsAlready& held) {
  const auto refuse = [&](const std::string& what) { admission_.refuse(name_of_job(job) + what); };
  if (!rules_.plans_ends)
    refuse(" runs already when the run begins, and its end cannot be planned; valid: execution=timeline");
  if (checkpointing_)
    refuse(" runs already when the run begins, and nobody knows its checkpoints; valid: "
           "policy.checkpoint=cluster/no_checkpoints, and restart_cost=0");
  if (job.demands != nullptr && book_.nodes().free_stock() != nullptr)
    refuse(" runs already when the run begins, and nobody knows which memory and devices it holds; valid: "
           "allocation=node, or jobs that ask for CPUs alone");
  IndexSet nodes;
  for (const auto& part : held.on)
    nodes.insert(nodes_of(part, nodes, book_, refuse));
  const LiveJob& live = book_.resume(job, nodes, held.started);
  if (limits_)
    limits_->resumed(live, date_);
  if (sleeping_)
    sleeping_->taken(nodes);
  listeners_.notify(&Listener::started, live, Start{live.queued.handle, nodes});
  listeners_.notify(&Listener::began, live);
  arrivals_.started(live.task.id, date_);
  if (live.expected_end <= date_) // it has outlived what was predicted
    book_.expect_end(live.queued.handle, later_end(live));
  plan_end(live);
}

} // namespace malha::cluster
