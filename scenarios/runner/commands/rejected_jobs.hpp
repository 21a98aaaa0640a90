// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"
#include "scenarios/runner/campaign/campaign.hpp"

#include <iosfwd>

namespace malha {

/// Prints which jobs a run rejected, the first few, and why: what they ask for, and what there is. Says
/// loudly where all were rejected. Says which setting of a generated platform would give the largest of them
/// room. Prints nothing where no job was rejected.
void print_rejected_jobs(const std::filesystem::path& folder, const PlatformSource& platform,
                         std::ostream& out);

/// The same of the first run of a campaign that rejected jobs, if it has left its rows.
void print_rejected_jobs(const std::vector<Scenario>& scenarios, const CampaignResult& result,
                         const Library& library, std::ostream& out);

} // namespace malha
