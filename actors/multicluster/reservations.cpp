// SPDX-License-Identifier: MIT
#include "reservations.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "policies/multicluster/estimator/prediction/slowdown.hpp"

namespace malha::multicluster {
namespace {

/// The part of a job on that many nodes. Its cluster expects it to run for `execution_time`. An exchange of
/// data takes the slowdown longer, as far as estimators of the cluster go.
Job part_of(Job job, std::size_t nodes, Seconds execution_time, double communication_slowdown, Seconds date) {
  job.submitted = date;
  job.walltime = execution_time;
  job.tasks.front().resources = static_cast<int>(nodes);
  if (const auto* known = application_in(job.extensions)) {
    auto application = *known;
    application.communication *= std::max(1.0, communication_slowdown);
    job.extensions.set(std::move(application));
  }
  return job;
}

} // namespace

int Reservations::machine_of(int node) const {
  const auto& nodes = site_.book().nodes();
  if (nodes.shared() != nullptr)
    return node;
  const auto& machines = nodes.machines().all();
  const auto behind =
      std::upper_bound(machines.begin(), machines.end(), node,
                       [](int one, const cluster::Machine& machine) { return one < machine.first; });
  return static_cast<int>(behind - machines.begin()) - 1;
}

simgrid::s4u::Host* Reservations::host_of(int node) const {
  return simgrid::s4u::Host::by_name(site_.book().nodes().machines().name(machine_of(node)));
}

int Reservations::tasks_on(int node) const {
  const auto* shared = site_.book().nodes().shared();
  return shared == nullptr ? 0 : static_cast<int>((*shared)[static_cast<std::size_t>(node)].tasks.size());
}

std::vector<UsableNode> Reservations::usable_nodes(Bytes memory, bool idle) const {
  site_.upper_level().watch_nodes();
  std::vector<UsableNode> usable;
  for (const int node : site_.book().nodes().open(memory)) {
    const auto& monitored = monitor_.nodes()[static_cast<std::size_t>(machine_of(node))];
    const int tasks = tasks_on(node);
    if (!idle || (tasks == 0 && !monitored.has_local_user))
      usable.push_back({node, monitored.power * equal_share(monitored, tasks + 1), monitored.has_local_user});
  }
  return usable;
}

bool Reservations::reserve(const Job& job, const std::vector<int>& nodes, Seconds execution_time,
                           double communication_slowdown, Seconds date) {
  const auto part = part_of(job, nodes.size(), execution_time, communication_slowdown, date);
  const auto open = site_.book().nodes().open(cluster::memory_of(part));
  if (!std::includes(open.begin(), open.end(), nodes.begin(), nodes.end()))
    return false;
  held_[job.tasks.front().id] = site_.model_at(date).place_part(part, nodes);
  return true;
}

void Reservations::leave(TaskId job, Seconds end, Seconds date) {
  const auto held = held_.extract(job);
  site_.model_at(date).end_part(held.mapped(), end);
}

} // namespace malha::multicluster
