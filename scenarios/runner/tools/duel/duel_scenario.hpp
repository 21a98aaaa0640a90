// SPDX-License-Identifier: MIT
#pragma once
#include "arena.hpp"
#include "duel_files.hpp"

namespace malha::duel {

/// What the scenario of a duel is about.
struct Bout {
  const std::vector<Side>& sides;
  std::string metric;
  bool more_is_better;
};

/// Writes the shrunk instance as a workload and a scenario, whose claim is the ratio. Returns the file of the
/// scenario. What is there already stays if it says the same.
std::filesystem::path write_scenario(const std::filesystem::path& folder, const Bout& bout,
                                     const Arena& arena, const Result& result);

} // namespace malha::duel
