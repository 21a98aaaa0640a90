// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/allowance.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <set>

namespace malha {

/// What the schedule of a run may show: all that its actors and policies declare. Manifests have it under
/// `shows`.
struct Allowed {
  std::set<std::string> attempts_end; ///< outcomes of attempts that did not end their task
  std::map<Trait, double> traits;     ///< amounts of the declared traits; 0 for a trait without amount

  /// Adds a trait. If it is declared more than once, its largest amount counts.
  void add(Trait trait, double amount);
  bool has(Trait trait) const { return traits.count(trait) > 0; }
  /// The amount of a trait; `otherwise` if it is not declared.
  double amount(Trait trait, double otherwise) const {
    const auto found = traits.find(trait);
    return found == traits.end() ? otherwise : found->second;
  }
};

/// Writes the object `shows`: {"attempts_end": ["cancelled", "lost"], "copies": 2.0, "overrun": true}
nlohmann::json json_of(const Allowed& allowed);

/// Reads the `shows` of a manifest; none if the manifest has none. Throws InputError, which names `file`, if
/// `shows` has what no run writes.
std::optional<Allowed> allowed_in(const nlohmann::json& manifest, const std::string& file);

} // namespace malha
