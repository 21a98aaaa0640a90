// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/priority.hpp"
#include "scenarios/workload/files/reservations.hpp"

#include <filesystem>

namespace malha {

/// The shares of a site as files say them.
struct ReadShares {
  cluster::SharesOfSite shares;
  std::vector<std::string> keys_without_effect; ///< of the file of accounts, each once
};

/// Reads the accounts of a site, as `sacctmgr dump` of Slurm writes them, and what their users have used
/// before; an empty path: nothing. Throws InputError, with file and line.
ReadShares read_shares(const std::filesystem::path& accounts, const std::filesystem::path& usage);

/// Reads advance reservations, see read_reservations.
std::vector<AdvanceReservation> read_advance_reservations(const std::filesystem::path& file);

} // namespace malha
