// SPDX-License-Identifier: MIT
#include "arena_kind.hpp"

#include <algorithm>
#include <set>

namespace malha::duel {
namespace {

std::vector<std::string> known_entries() {
  std::set<std::string> known;
  for (const auto& kind : linked_parts<ArenaKind>())
    for (const auto& entry : kind.entries())
      known.insert(entry);
  return {known.begin(), known.end()};
}

/// The actor to which the jobs of a side come. Throws InputError if a duel has no model for it alone.
std::string entry_of(const Side& side) {
  const auto& actors = side.plan.deployment.actors;
  const auto known = known_entries();
  std::vector<std::string> entries;
  for (const auto& actor : actors) {
    const auto& above = actor.descriptor->yields_to;
    const bool yields = std::any_of(actors.begin(), actors.end(),
                                    [&](const auto& other) { return other.descriptor->name == above; });
    if (!actor.descriptor->runs.empty() && !yields)
      entries.push_back(actor.descriptor->name);
  }
  if (entries.size() == 1 && std::find(known.begin(), known.end(), entries.front()) != known.end())
    return entries.front();
  throw InputError("duel: " + side.name + " has " + listed(entries) +
                   ", of which a duel has no model; valid: deployments with one of " + listed(known));
}

/// Whether a side with this entry plays instances of the kind.
bool plays(const ArenaKind& kind, const Side& side, const std::string& entry) {
  const auto entries = kind.entries();
  return std::find(entries.begin(), entries.end(), entry) != entries.end() && kind.plays(side);
}

const ArenaKind& kind_of(const Side& side, const std::string& entry) {
  for (const auto& kind : linked_parts<ArenaKind>())
    if (plays(kind, side, entry))
      return kind;
  throw InputError("duel: " + side.name + " plays no kind of instances that a duel has; valid: another side");
}

} // namespace

std::unique_ptr<Arena> arena_for(const std::vector<Side>& sides, const std::string& metric,
                                 const Bounds& bounds) {
  const auto one = entry_of(sides.at(0)), other = entry_of(sides.at(1));
  for (const auto& kind : linked_parts<ArenaKind>())
    if (plays(kind, sides[0], one) && plays(kind, sides[1], other))
      return kind.make(sides, metric, bounds);
  const auto &of_one = kind_of(sides[0], one), &of_other = kind_of(sides[1], other);
  const auto plays_what = [](const Side& side, const ArenaKind& kind) {
    return side.name + " plays " + kind.name;
  };
  const auto decided_by = of_one.decided_by.empty() ? of_other.decided_by : of_one.decided_by;
  throw InputError("duel: " + plays_what(sides[0], of_one) + ", and " + plays_what(sides[1], of_other) +
                   "; valid: two sides that play one kind of instances" +
                   (decided_by.empty() ? "" : ", as " + decided_by + " decides"));
}

} // namespace malha::duel
