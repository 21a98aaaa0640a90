// SPDX-License-Identifier: MIT
#include "arena.hpp"

#include "bag_arena.hpp"
#include "batch_arena.hpp"
#include "dag_arena.hpp"

#include <algorithm>

namespace malha::duel {
namespace {

/// The actor to which the jobs of a side come. Throws InputError if a duel has no model for it alone.
std::string entry_of(const Side& side) {
  static const std::vector<std::string> known{"broker/broker", "cluster/scheduler"};
  std::vector<std::string> entries;
  for (const auto& actor : side.plan.deployment.actors)
    if (!actor.descriptor->runs.empty())
      entries.push_back(actor.descriptor->name);
  if (entries.size() == 1 && std::find(known.begin(), known.end(), entries.front()) != known.end())
    return entries.front();
  throw InputError("duel: " + side.name + " has " + listed(entries) +
                   ", of which a duel has no model; valid: deployments with one of " + listed(known));
}

} // namespace

std::unique_ptr<Arena> arena_for(const std::vector<Side>& sides, const std::string& metric,
                                 const Bounds& bounds) {
  const auto one = entry_of(sides.at(0)), other = entry_of(sides.at(1));
  if (one != other)
    throw InputError("duel: " + sides[0].name + " has " + one + ", and " + sides[1].name + " has " + other +
                     "; valid: two deployments of one architecture");
  if (follows_plans(sides[0]) != follows_plans(sides[1]))
    throw InputError("duel: " + sides[follows_plans(sides[0]) ? 0 : 1].name +
                     " follows plans of workflows, and " + sides[follows_plans(sides[0]) ? 1 : 0].name +
                     " does not; valid: policy.planning for both, or for none");
  if (follows_plans(sides[0]))
    return std::make_unique<DagArena>(sides, metric, bounds);
  if (one == "broker/broker")
    return std::make_unique<BagArena>(sides, metric, bounds);
  return std::make_unique<BatchArena>(sides, metric, bounds);
}

} // namespace malha::duel
