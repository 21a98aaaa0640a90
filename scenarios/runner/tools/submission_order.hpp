// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/campaign/submission.hpp"
#include "scenarios/runner/commands/options.hpp"

namespace malha {

/// What is to be done, once all words were read.
struct Order {
  Submission submission;
  Costs costs;
  std::vector<int> shards; ///< those that are submitted now
  std::string trials;      ///< what is known of their times, as a sentence; "": nothing was tried
};

/// A new submission of all shards. `tasks` says how they are to run. Tries some runs to learn how long they
/// take. Throws InputError.
Order order_of_all(const Options& options, const CampaignRequest& request,
                   const std::vector<PlannedRun>& runs, const Library& library, const TaskOptions& tasks);

/// The shards of an earlier submission that nobody works on and that are not done. The build of this command
/// makes the runs. `tasks` says how they are to run. Throws InputError.
Order order_of_missing(const Options& options, const Submission& before, const std::vector<PlannedRun>& runs,
                       const std::filesystem::path& folder, const TaskOptions& tasks);

} // namespace malha
