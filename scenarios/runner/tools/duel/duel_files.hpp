// SPDX-License-Identifier: MIT
#pragma once
#include "search.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>

namespace malha::duel {

// The files in the folder of a duel. Each is written whole or not at all, so that a duel which is killed goes
// on from the last one.

/// Writes the state of a chain.
void write_chain(const std::filesystem::path& folder, int chain, const ChainState& state);
/// Reads the state of a chain; a new one if there is no file. Throws InputError if the file is damaged.
ChainState read_chain(const std::filesystem::path& folder, int chain);

/// What the chains found, and what was left of it when it was shrunk.
struct Result {
  std::int64_t tried = 0;
  double found_ratio = 0;          ///< before the instance was shrunk
  int chain = 0;                   ///< that found it
  Found worst;                     ///< shrunk
  std::optional<double> values[2]; ///< the metric of each side
};
void write_result(const std::filesystem::path& folder, const Result& result);
Result read_result(const std::filesystem::path& folder);
/// Whether the folder has a result, so that nothing is left to search.
bool has_result(const std::filesystem::path& folder);

/// What was asked. Throws InputError unless the folder is new, empty, or holds a duel that was asked the
/// same.
void check_duel_folder(const std::filesystem::path& folder, const nlohmann::json& asked);
void write_asked(const std::filesystem::path& folder, const nlohmann::json& asked);
/// Whether the folder holds a duel that was asked this.
bool holds_duel(const std::filesystem::path& folder, const nlohmann::json& asked);

} // namespace malha::duel
