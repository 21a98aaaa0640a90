// SPDX-License-Identifier: MIT
#pragma once
#include "results/report/data/campaign_data.hpp"
#include "scenarios/runner/runs/library.hpp"

namespace malha {

/// Whether the folder holds results of scenarios or of a comparison, complete or not.
bool holds_campaign(const std::filesystem::path& folder);

/// Reads the results of scenarios or of a comparison: from the files in the folder, else from its store. The
/// notes name files that are missing, damaged, or of another version. Throws InputError if there are no
/// results.
page::CampaignData campaign_data(const std::filesystem::path& folder, const Library& library);

} // namespace malha
