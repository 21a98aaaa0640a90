// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/allowance.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <set>

namespace malha {

/// What a schedule may show: the declarations of the actors and policies of its run together. Manifests have
/// it under `shows`.
struct Allowed {
  std::set<std::string> attempts_end; ///< outcomes of attempts that did not end their task
  std::map<Trait, double> traits;     ///< with their amounts; 0 for a trait without amount

  /// Adds a trait. If it is declared more than once, its largest amount counts.
  void add(Trait trait, double amount);
  bool has(Trait trait) const { return traits.count(trait) > 0; }
  double amount(Trait trait, double otherwise) const {
    const auto found = traits.find(trait);
    return found == traits.end() ? otherwise : found->second;
  }
};

/// Writes the object `shows`: {"attempts_end": ["cancelled", "lost"], "copies": 2.0, "overrun": true}
nlohmann::json json_of(const Allowed& allowed);

/// Reads the `shows` of a manifest; none if it has none. Throws InputError, which names `file`, on a `shows`
/// that no run writes.
std::optional<Allowed> allowed_in(const nlohmann::json& manifest, const std::string& file);

} // namespace malha
