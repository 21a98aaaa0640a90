// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"
#include "costs.hpp"

namespace malha {

/// One part of a campaign.
struct Shard {
  std::vector<PlannedRun> runs;
  std::vector<std::int64_t> places; ///< of the runs in the campaign, from 0; empty: it has the whole campaign
};

/// Identifies the campaign of these runs.
WholeCampaign whole_of(const std::vector<CampaignRun>& runs);

/// The expected time of each run, in s of processor time. A run without a measurement counts as the mean of
/// the measured simulations, or as 1 s if there is none. Runs that are the same simulation have the same
/// time.
std::vector<Seconds> expected_times(const std::vector<PlannedRun>& runs, const Costs& costs);

/// Splits the runs into parts of about the same cost. Returns the part of each run, from 0. Runs that are the
/// same simulation are in one part.
std::vector<int> split_by_cost(const std::vector<PlannedRun>& runs, const Costs& costs, int parts);

/// The shard number `shard`, from 1, of `shards`.
Shard shard_of(const std::vector<PlannedRun>& runs, const Costs& costs, int shard, int shards);

/// Adds a shard of a campaign to the store. Other shards of the same campaign stay in it.
void begin_shard(Store& store, CampaignRequest request, const WholeCampaign& whole, const Shard& shard);

/// The number of runs of the store that have finished.
std::size_t finished_runs(const Store& store);

} // namespace malha
