// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/campaign/submission.hpp"
#include "scenarios/runner/commands/options.hpp"

namespace malha {

/// The work of malha submit, once all words were read.
struct ShardOrder {
  SubmittedCampaign submission;
  Costs costs;
  std::vector<int> shards; ///< shards that are submitted now
  std::string probes;      ///< the measured times, as a sentence; "": nothing was measured
};

/// A new submission of all shards. `tasks` are the options of their tasks. Runs some cells to measure their
/// times. Throws InputError.
ShardOrder order_of_all(const Options& options, const CampaignRequest& request,
                        const std::vector<PlannedRun>& runs, const Library& library,
                        const TaskOptions& tasks);

/// The shards of an earlier submission that are not done and have no task. The build of this command makes
/// the runs. `tasks` are the options of their tasks. Throws InputError.
ShardOrder order_of_missing(const Options& options, const SubmittedCampaign& before,
                            const std::vector<PlannedRun>& runs, const std::filesystem::path& folder,
                            const TaskOptions& tasks);

} // namespace malha
