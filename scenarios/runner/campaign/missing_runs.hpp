// SPDX-License-Identifier: MIT
#pragma once
#include "costs.hpp"
#include "remaining_work.hpp"

namespace malha {

/// What became of the runs that a command started.
struct Executed {
  Failures failures;
  std::set<std::string> made; ///< hashes of the runs that finished
  int interrupted_by = 0;     ///< signal; 0: none
  std::string cannot_write;   ///< why a file could not be written; "": all were
};

/// Runs the missing runs, each in a process of its own, and puts their results into the store. Removes the
/// files of runs that did not finish, then empty folders below `keep`. `campaign` is the hash of the whole
/// campaign.
Executed run_missing(const Work& work, ForkServers& fork_servers, Store& store,
                     const CampaignOptions& options, const std::string& campaign, const Costs& costs,
                     const std::filesystem::path& keep);

} // namespace malha
