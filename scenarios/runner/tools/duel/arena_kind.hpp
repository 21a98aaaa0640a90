// SPDX-License-Identifier: MIT
#pragma once
#include "arena.hpp"
#include "policies/sdk/linked_parts.hpp"

namespace malha::duel {

/// A kind of instances, and who can play them. A new kind is a new file, which ends with MALHA_ARENA.
struct ArenaKind {
  static constexpr const char* kind = "duel arena";

  std::string name; ///< what an instance is: "bags of tasks"
  /// The actors to which the jobs of a side may come.
  std::vector<std::string> (*entries)();
  /// Whether a side with one of these entries plays instances of this kind.
  bool (*plays)(const Side&);
  std::unique_ptr<Arena> (*make)(const std::vector<Side>&, const std::string& metric, const Bounds&);
  int place = last_place;      ///< among the kinds that are tried
  std::string decided_by = {}; ///< the setting that decides between kinds of one entry; "": there is one
};

template <class One>
std::unique_ptr<Arena> make_arena(const std::vector<Side>& sides, const std::string& metric,
                                  const Bounds& bounds) {
  return std::make_unique<One>(sides, metric, bounds);
}

inline bool plays_always(const Side& /*side*/) { return true; }

/// The actor of that name of a side; null unless the side has exactly one.
inline const PlacedActor* only_actor(const Side& side, const std::string& name) {
  const PlacedActor* found = nullptr;
  for (const auto& actor : side.plan.deployment.actors)
    if (actor.descriptor->name == name) {
      if (found != nullptr)
        return nullptr;
      found = &actor;
    }
  return found;
}

/// A policy of an actor, as a run makes it; null if the slot has none, or the policy called `none`, which
/// does nothing.
template <class Question>
std::unique_ptr<Question> made_policy(const PlacedActor& actor, const std::string& slot,
                                      RandomStreams& random, const std::string& none = "") {
  const auto choice = actor.choices.find(slot);
  if (choice == actor.choices.end() || choice->second.policy->name == none)
    return nullptr;
  auto policy = choice->second.policy->make(choice->second.parameters, random);
  return std::unique_ptr<Question>(static_cast<Question*>(policy.release()));
}

} // namespace malha::duel

/// Registers a kind where its file ends.
#define MALHA_ARENA(...)                                                                                     \
  static const bool BOOST_PP_CAT(malha_arena_, __COUNTER__) =                                                \
      malha::add_linked_part(malha::duel::ArenaKind{__VA_ARGS__});
