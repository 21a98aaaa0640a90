// SPDX-License-Identifier: MIT
#pragma once
#include "costs.hpp"
#include "remaining_work.hpp"

namespace malha {

/// What came of the runs that a command tried.
struct Executed {
  Failures failures;
  std::set<std::string> made; ///< hashes of the runs that ended
  int interrupted_by = 0;
  std::string cannot_write; ///< why it stopped, if it did
};

/// Runs what is missing, each run in a process of its own, puts what came of it into the store, and removes
/// what a run left that did not end; what is above `keep` stays. `campaign` is the hash of the whole
/// campaign.
Executed run_missing(const Work& work, ForkServers& fork_servers, Store& store,
                     const CampaignOptions& options, const std::string& campaign, const Costs& costs,
                     const std::filesystem::path& keep);

} // namespace malha
