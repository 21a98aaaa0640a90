// SPDX-License-Identifier: MIT
#pragma once
#include "findings.hpp"
#include "results/files/records.hpp"
#include "rules.hpp"

#include <filesystem>
#include <map>

namespace malha {

/// Checks which tasks were stopped for other users in the run of a folder: only tasks of a user who held more
/// machines than he owns and are up, at no date more than were owed to users with tasks that waited, and for
/// no user more than he was owed (OSEP, section 3.2.2.3). It needs every attempt of every job; where it
/// cannot tell, it says so.
void check_shares(const std::filesystem::path& folder, const std::map<int, ResourceRow>& resources,
                  const std::vector<OutageRow>& outages, bool all_finished, const RunRules& rules,
                  Findings& findings);

} // namespace malha
