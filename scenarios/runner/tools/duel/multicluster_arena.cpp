// SPDX-License-Identifier: MIT
#include "multicluster_arena.hpp"

#include "arena_kind.hpp"
#include "multicluster_run.hpp"
#include "plain_scheduler.hpp"
#include "scenarios/runner/conformance/queue_run.hpp"
#include "swf_text.hpp"

#include <algorithm>

namespace malha::duel {
namespace {

/// The numbers of a job and of a cluster, by their places in the row.
struct GridJobColumn {
  enum : std::size_t { submitted, size, run_time, excess };
};
struct ClusterColumn {
  enum : std::size_t { nodes, speed };
};

constexpr FlopsPerSecond unit_of_cluster_speed = 1e9;

Space space_of_clusters(const Bounds& bounds) {
  return {{{{"submitted", 0, bounds.within, 0},
            {"nodes", 1, bounds.nodes, 1},
            {"run time at speed 1", 1, bounds.longest, 1},
            {"excess of walltime", 0, (bounds.estimates - 1) * bounds.longest, 0}},
           1,
           static_cast<std::size_t>(bounds.jobs)},
          {{{"nodes", 1, bounds.nodes, 1}, {"speed", 1, bounds.speeds, 1}},
           1,
           static_cast<std::size_t>(bounds.clusters)}};
}

const PlacedActor& only_one(const Side& side, const std::string& name) {
  if (const auto* found = only_actor(side, name))
    return *found;
  throw InputError("duel: " + side.name + " has not one actor " + name +
                   "; valid: one, for the front hosts of all clusters");
}

void check_parameters(const Side& side, const PlacedActor& actor, const Settings& textbook) {
  for (const auto& [key, valid] : textbook)
    if (const auto& value = actor.parameters.text(key); value != valid)
      throw InputError("duel: " + side.name + " has " + key + "=" + value +
                       ", and a duel tries instances without a simulation; valid: " +
                       (valid.empty() ? "no " + key : valid));
}

/// Refuses what needs more than the models: messages, files, jobs in several clusters.
void check_policies(const Side& side, const MulticlusterActors& actors) {
  const auto refuse = [&](const PlacedActor& actor, const std::string& slot, const std::string& valid) {
    throw InputError("duel: " + side.name + " has policy." + slot + "=" +
                     actor.choices.at(slot).policy->name +
                     ", and a duel tries instances without it; valid: " + valid);
  };
  if (const auto one = actors.meta->choices.find("coallocation");
      one != actors.meta->choices.end() && one->second.policy->name != "multicluster/never")
    refuse(*actors.meta, "coallocation", "multicluster/never");
  RandomStreams random(0, "duel");
  if (made_policy<multicluster::Selection>(*actors.meta, "selection", random)->sends_copies())
    refuse(*actors.meta, "selection", "a selection of one cluster");
  const auto estimator = made_policy<multicluster::Estimator>(*actors.gateway, "estimator", random);
  if (estimator->reads_history() || !estimator->named_site().empty())
    refuse(*actors.gateway, "estimator",
           "an estimator that needs no experiences and names no site, such as multicluster/sdpn");
}

MulticlusterActors actors_of(const Side& side) {
  const MulticlusterActors actors{&only_one(side, "multicluster/meta_scheduler"),
                                  &only_one(side, "multicluster/gateway"), &plain_scheduler(side)};
  check_parameters(side, *actors.meta, {{"unit", "task"}, {"refined", "off"}});
  check_parameters(side, *actors.gateway, {{"estimate_cost", "0"}, {"status_age", "0"}, {"history", ""}});
  check_policies(side, actors);
  return actors;
}

std::vector<Job> jobs_on_clusters(const Instance& instance) {
  std::vector<Job> jobs;
  for (const auto& row : instance.jobs)
    jobs.push_back(conformance::rigid_job(
        static_cast<JobId>(jobs.size()), static_cast<Seconds>(row[GridJobColumn::submitted]),
        static_cast<int>(row[GridJobColumn::size]), static_cast<Seconds>(row[GridJobColumn::run_time]),
        static_cast<Seconds>(row[GridJobColumn::run_time] + row[GridJobColumn::excess])));
  return jobs;
}

std::vector<PlayedCluster::Nodes> clusters_in(const Instance& instance) {
  std::vector<PlayedCluster::Nodes> clusters;
  for (const auto& row : instance.machines)
    clusters.push_back({static_cast<int>(row[ClusterColumn::nodes]),
                        static_cast<double>(row[ClusterColumn::speed]) * unit_of_cluster_speed});
  return clusters;
}

} // namespace

MulticlusterArena::MulticlusterArena(const std::vector<Side>& sides, const std::string& metric,
                                     const Bounds& bounds)
    : Arena(sides, metric, space_of_clusters(bounds)), actors_{actors_of(sides.at(0)),
                                                               actors_of(sides.at(1))},
      estimates_(bounds.estimates) {}

/// Dates are from the first one on, and each job fits on a cluster.
void MulticlusterArena::settle(Instance& instance) const {
  std::int64_t most = 1;
  for (const auto& row : instance.machines)
    most = std::max(most, row[ClusterColumn::nodes]);
  auto first = instance.jobs.front()[GridJobColumn::submitted];
  for (const auto& row : instance.jobs)
    first = std::min(first, row[GridJobColumn::submitted]);
  for (auto& row : instance.jobs) {
    row[GridJobColumn::submitted] -= first;
    row[GridJobColumn::size] = std::min(row[GridJobColumn::size], most);
    row[GridJobColumn::excess] =
        std::min(row[GridJobColumn::excess], (estimates_ - 1) * row[GridJobColumn::run_time]);
  }
  std::stable_sort(instance.jobs.begin(), instance.jobs.end(), [](const Row& a, const Row& b) {
    return a[GridJobColumn::submitted] < b[GridJobColumn::submitted];
  });
}

std::optional<double> MulticlusterArena::value(std::size_t side, const Instance& instance) const {
  const auto jobs = jobs_on_clusters(instance);
  const auto clusters = clusters_in(instance);
  std::vector<JobRow> rows;
  for (const auto& ran : MulticlusterRun(actors_.at(side), clusters, seed_).run(jobs)) {
    JobRow row;
    row.task = jobs[static_cast<std::size_t>(ran.job)].tasks.front();
    row.start = ran.start;
    row.finish = ran.end;
    row.state = ran.state;
    rows.push_back(std::move(row));
  }
  if (rows.size() < jobs.size())
    return std::nullopt;
  std::vector<FlopsPerSecond> speeds;
  for (const auto& one : clusters)
    speeds.insert(speeds.end(), static_cast<std::size_t>(one.nodes), one.speed);
  return metric_.of(rows, speeds);
}

Settings MulticlusterArena::settings(const Instance& instance) const {
  std::string sizes, speeds;
  for (const auto& one : clusters_in(instance)) {
    sizes += (sizes.empty() ? "" : ",") + std::to_string(one.nodes);
    speeds += (speeds.empty() ? "" : "/") + shortest(one.speed);
  }
  return {{"platform.sizes", sizes},
          {"platform.speeds", speeds},
          {"workload.reference_speed", shortest(unit_of_cluster_speed)}};
}

std::string MulticlusterArena::workload_text(const Instance& instance) const {
  std::string text;
  std::int64_t number = 0;
  for (const auto& row : instance.jobs)
    text += text_of(SwfJobLine{++number, row[GridJobColumn::submitted], row[GridJobColumn::run_time],
                               row[GridJobColumn::size],
                               row[GridJobColumn::run_time] + row[GridJobColumn::excess]});
  return text;
}

std::string MulticlusterArena::words(const Instance& instance) const {
  std::string text = std::to_string(instance.jobs.size()) + " jobs on clusters of";
  for (std::size_t i = 0; i < instance.machines.size(); ++i) {
    const auto& row = instance.machines[i];
    text += (i == 0 ? " " : ", ") + std::to_string(row[ClusterColumn::nodes]) + " nodes of speed " +
            std::to_string(row[ClusterColumn::speed]);
  }
  return text;
}

MALHA_ARENA(
    "jobs of several clusters", [] { return std::vector<std::string>{"multicluster/meta_scheduler"}; },
    plays_always, make_arena<MulticlusterArena>, 40)

} // namespace malha::duel
