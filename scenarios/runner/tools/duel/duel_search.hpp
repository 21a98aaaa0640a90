// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/outcome.hpp"
#include "arena.hpp"
#include "duel_files.hpp"

namespace malha::duel {

/// How a duel is searched.
struct Hunt {
  Annealing annealing;
  int chains = 8; ///< independent searches, of which the best result counts
  std::uint64_t seed = 0;
  /// A shrunk instance keeps this share of the ratio that was found, or, if `target` is above 0, that ratio.
  double share_kept = 0.99;
  double target = 0;
};

/// Runs the legs that are missing in the folder, each chain in a process, at most `workers` at once. Then
/// shrinks the worst instance and writes the result. Returns how the first process that failed ended, or that
/// all is done. Ends the program on a signal; what is finished is kept.
Outcome search_and_shrink(const Arena& arena, const Hunt& hunt, const std::filesystem::path& folder,
                          int workers);

} // namespace malha::duel
