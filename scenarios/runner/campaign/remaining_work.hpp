// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"

namespace malha {

/// Work for one process: runs of the campaign that are the same simulation.
struct SharedRun {
  const PlannedRun* first;
  std::vector<std::filesystem::path> folders; ///< that are to hold its records; empty: metrics only
  std::size_t runs = 1;                       ///< for which it stands
};

/// What is left to do of a campaign, and what is there.
struct Work {
  std::vector<SharedRun> missing; ///< in the order of the campaign
  std::size_t there = 0;          ///< what the folder holds already
  std::size_t runs = 0;           ///< of which some may be the same simulation
  std::size_t runs_there = 0;     ///< of these
};

/// What the folder does not hold yet. `finished` are the hashes that its store has. A run that keeps records
/// is there when each of its folders holds them, too.
Work work_of(const std::vector<PlannedRun>& runs, const std::set<std::string>& finished,
             const CampaignOptions& options);

/// "209 runs, 187 of them different, 20 of these there already".
std::string text_of(const Work& work);

/// Removes records of other runs: what stands in the place of a run must be its own. What is above `keep`
/// stays.
void remove_others(const std::vector<PlannedRun>& runs, const std::filesystem::path& folder,
                   const std::filesystem::path& keep);

} // namespace malha
