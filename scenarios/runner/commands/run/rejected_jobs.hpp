// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"
#include "scenarios/runner/campaign/campaign.hpp"

#include <iosfwd>

namespace malha {

/// Prints the first rejected jobs of a run, and why: what they ask for, and what the platform has. Warns if
/// all jobs were rejected. Names the setting of a generated platform that would fit the largest job. Prints
/// nothing if no job was rejected.
void print_rejected_jobs(const std::filesystem::path& folder, const PlatformSource& platform,
                         std::ostream& out);

/// Prints the rejected jobs of the first run of a campaign that rejected jobs and has rows.
void print_rejected_jobs(const std::vector<Scenario>& scenarios, const CampaignResult& result,
                         const Library& library, std::ostream& out);

} // namespace malha
