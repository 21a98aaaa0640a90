// SPDX-License-Identifier: MIT
#pragma once
#include "results/report/campaign_data.hpp"
#include "scenarios/runner/runs/library.hpp"

namespace malha {

/// Whether the folder holds results of scenarios or of a comparison, whole or not.
bool holds_campaign(const std::filesystem::path& folder);

/// Reads the results of scenarios or of a comparison: from the files in the folder, otherwise from its store.
/// What is missing, damaged, or of another version is said in the notes. Throws InputError when there is
/// nothing to show.
page::CampaignData campaign_data(const std::filesystem::path& folder, const Library& library);

} // namespace malha
