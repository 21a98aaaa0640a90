// SPDX-License-Identifier: MIT
#pragma once
#include "results/report/campaign_data.hpp"
#include "scenarios/runner/campaign/campaign.hpp"
#include "scenarios/runner/language/campaign_run.hpp"

namespace malha {

/// Where results of scenarios or of a comparison come from. Adds a note to `data` where runs are of several
/// versions.
page::Provenance provenance_of(page::CampaignData& data, const std::optional<CampaignRequest>& request,
                               const std::vector<CampaignRun>& runs);

/// Where one run comes from, as its manifest and machine.json say.
page::Provenance provenance_of_run(const std::filesystem::path& folder);

/// The works that studies cite.
std::filesystem::path sources_file(const Library& library);

} // namespace malha
