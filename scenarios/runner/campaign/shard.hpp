// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"
#include "costs.hpp"

namespace malha {

/// One part of a campaign: its runs, and their places among all.
struct Shard {
  std::vector<PlannedRun> runs;
  std::vector<std::int64_t> places;
};

/// The name of a campaign among others: how many runs it has, and a hash of them all.
WholeCampaign whole_of(const std::vector<CampaignRun>& runs);

/// How long each run takes, in s of processor time. A run of which nobody knows it counts as the mean of the
/// simulations that are known, or as 1 s where none is. Runs that are the same simulation have the same time.
std::vector<Seconds> expected_times(const std::vector<PlannedRun>& runs, const Costs& costs);

/// Deals the runs to so many parts, from 0, by what they cost. Runs that are the same simulation go to one
/// part.
std::vector<int> dealt(const std::vector<PlannedRun>& runs, const Costs& costs, int parts);

/// The part of that number, from 1.
Shard shard_of(const std::vector<PlannedRun>& runs, const Costs& costs, int shard, int shards);

/// Tells the store that it has this part of a campaign. A store that has another part of the same campaign
/// then has both.
void begin_shard(Store& store, CampaignRequest request, const WholeCampaign& whole, const Shard& shard);

/// How many of the runs that the store describes have finished.
std::size_t finished_runs(const Store& store);

} // namespace malha
