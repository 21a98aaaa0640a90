// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/allowance.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <set>

namespace malha {

/// What the actors and policies of a run declare of its schedule. Manifests have it under `shows`.
struct Allowed {
  std::set<std::string> attempts_end; ///< outcomes of attempts that did not end their task
  std::map<Trait, double> traits;     ///< with their amounts; 0 where they have none

  /// Of two amounts of a trait, the larger counts.
  void add(Trait trait, double amount);
  bool has(Trait trait) const { return traits.count(trait) > 0; }
  double amount(Trait trait, double otherwise) const {
    const auto found = traits.find(trait);
    return found == traits.end() ? otherwise : found->second;
  }
};

/// {"attempts_end": ["cancelled", "lost"], "copies": 2.0, "overrun": true}
nlohmann::json json_of(const Allowed& shown);

/// Of a manifest; nothing where it has no `shows`. Throws InputError, which names `file`, where that says
/// what no run writes.
std::optional<Allowed> shown_in(const nlohmann::json& manifest, const std::string& file);

} // namespace malha
