// SPDX-License-Identifier: MIT
#include "coallocator.hpp"

#include "policies/multicluster/coallocation/model.hpp"
#include "policies/sdk/errors.hpp"

namespace malha::multicluster {
namespace {

/// What the tasks of a job do: without an application they compute for the job's walltime.
Application application_of(const Job& job) {
  if (const auto* known = application_in(job.extensions))
    return *known;
  if (!job.walltime)
    throw InputError("job " + std::to_string(job.id) +
                     " has neither a walltime nor an application, and is to run in several clusters; valid: "
                     "jobs with one of the two, or policy.coallocation=multicluster/never");
  Application unknown;
  unknown.computation = *job.walltime;
  return unknown;
}

const UsableNode* node_of(const std::vector<UsableNode>& nodes, int number) {
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [number](const auto& node) { return node.number == number; });
  return found == nodes.end() ? nullptr : &*found;
}

/// Throws CoallocationBroke unless each task gets a usable node of its own.
void check(const Job& job, const Coallocation& answer, const std::vector<ClusterOffer>& clusters) {
  const auto fail = [&](const std::string& what) {
    throw CoallocationBroke("it gives job " + std::to_string(number_of(job.tasks.front())) + " " + what);
  };
  if (answer.nodes.size() != clusters.size())
    fail("nodes of " + std::to_string(answer.nodes.size()) + " clusters of " +
         std::to_string(clusters.size()));
  int tasks = 0;
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
    int before = -1;
    for (const int node : answer.nodes[cluster]) {
      const auto named = "node " + std::to_string(node) + " of cluster " + std::to_string(cluster);
      if (node_of(clusters[cluster].usable, node) == nullptr)
        fail(named + ", which is not usable");
      if (node <= before)
        fail(named + ", which is not behind the one before");
      before = node;
      ++tasks;
    }
  }
  if (tasks != job.tasks.front().resources)
    fail(std::to_string(tasks) + " nodes, and it needs " + std::to_string(job.tasks.front().resources));
}

} // namespace

bool Coallocator::could_run(const Job& job) const {
  int most = 0;
  for (std::size_t cluster = 0; cluster < sizes_.size(); ++cluster)
    most += gateways_.most_tasks(job, cluster);
  return most >= job.tasks.front().resources;
}

std::optional<Coallocated> Coallocator::allocate(const Job& job, const std::optional<Below>& below) {
  auto made = find(job, below);
  if (!made || (below && made->communication_slowdown > 1) || !hold(job, *made, below))
    return std::nullopt;
  made->start = gateways_.now();
  gateways_.begin(job, *made);
  return made;
}

Coallocation Coallocator::ask(const CoallocationView& view) {
  auto answer = policy_.coallocate(view);
  steps_ += answer.solver_nodes;
  given_up_ += answer.gave_up;
  return answer;
}

bool Coallocator::would_ever_run(const Job& job) {
  std::vector<ClusterOffer> clusters;
  for (std::size_t cluster = 0; cluster < sizes_.size(); ++cluster) {
    auto& offer = clusters.emplace_back(ClusterOffer{sizes_[cluster], channels_.capacity(cluster), 0, {}});
    for (int node = gateways_.most_tasks(job, cluster); node > 0; --node)
      offer.usable.push_back({static_cast<int>(offer.usable.size())});
  }
  const auto application = application_of(job);
  return !ask({job.tasks.front().resources, application, clusters}).nodes.empty();
}

/// The policy's answer, and what follows from it.
std::optional<Coallocated> Coallocator::find(const Job& job, const std::optional<Below>& below) {
  const auto application = application_of(job);
  auto usable = gateways_.usable_nodes(job, below && below->idle);
  if (below && !below->waits())
    return std::nullopt;
  std::vector<ClusterOffer> clusters;
  for (std::size_t cluster = 0; cluster < sizes_.size(); ++cluster)
    clusters.push_back({sizes_[cluster], channels_.capacity(cluster), channels_.consumed(cluster),
                        std::move(usable[cluster])});
  const CoallocationView view{job.tasks.front().resources, application, clusters};
  const auto answer = ask(view);
  if (answer.nodes.empty())
    return std::nullopt;
  check(job, answer, clusters);
  const CoallocationModel model(view);
  Coallocated made;
  for (std::size_t cluster = 0; cluster < clusters.size(); ++cluster) {
    const auto& nodes = answer.nodes[cluster];
    const int tasks = static_cast<int>(nodes.size());
    made.traffic.push_back(model.traffic(tasks));
    made.communication_slowdown = std::max(made.communication_slowdown, model.slowdown(cluster, tasks));
    for (const int number : nodes) {
      const auto* node = node_of(clusters[cluster].usable, number);
      made.processing_slowdown = std::max(made.processing_slowdown, 1 / node->power);
      made.local_nodes += node->has_local_user;
    }
    if (tasks > 0)
      made.parts.push_back({static_cast<int>(cluster), nodes});
  }
  made.execution_time = model.time(made.processing_slowdown, made.communication_slowdown);
  return made;
}

/// Holds the nodes at every owner, or at none. Channels carry the job from then on.
bool Coallocator::hold(const Job& job, const Coallocated& made, const std::optional<Below>& below) {
  const TaskId id = job.tasks.front().id;
  const auto held = gateways_.reserve(job, made);
  bool all = std::find(held.begin(), held.end(), false) == held.end();
  all = all && (!below || gateways_.withdraw(id, below->cluster));
  if (all) {
    channels_.add(id, made.traffic);
    return true;
  }
  for (std::size_t part = 0; part < held.size(); ++part)
    if (held[part])
      gateways_.release(id, made.parts[part].cluster);
  return false;
}

void Coallocator::ended(TaskId job, const std::vector<Part>& parts, Seconds end) {
  channels_.remove(job);
  gateways_.end(job, parts, end);
}

} // namespace malha::multicluster
