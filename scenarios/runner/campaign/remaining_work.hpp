// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"

namespace malha {

/// The runs of a campaign that are the same simulation, which one process makes.
struct SharedRun {
  const PlannedRun* first;                    ///< of these runs
  std::vector<std::filesystem::path> folders; ///< for its records; empty: metrics only
  std::size_t runs = 1;                       ///< number of these runs
};

/// The runs of a campaign that are missing, and those that are done.
struct Work {
  std::vector<SharedRun> missing; ///< simulations, in the order of the campaign
  std::size_t there = 0;          ///< number of simulations that the folder holds already
  std::size_t runs = 0;           ///< number of all runs, of which some may be the same simulation
  std::size_t runs_there = 0;     ///< number of runs that the folder holds already
};

/// Finds the runs that the folder does not hold yet. `finished` has the hashes of the store. A run that keeps
/// records is done only if each of its folders holds them.
Work work_of(const std::vector<PlannedRun>& runs, const std::set<std::string>& finished,
             const CampaignOptions& options);

/// The work as a text: "209 runs, 187 of them different, 20 there already".
std::string text_of(const Work& work);

/// Removes records of other runs from the folders of these runs, then empty folders below `keep`. `folder` is
/// that of the campaign.
void remove_others(const std::vector<PlannedRun>& runs, const std::filesystem::path& folder,
                   const std::filesystem::path& keep);

} // namespace malha
