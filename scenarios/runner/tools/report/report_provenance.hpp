// SPDX-License-Identifier: MIT
#pragma once
#include "results/report/data/campaign_data.hpp"
#include "scenarios/runner/campaign/campaign.hpp"
#include "scenarios/runner/language/campaign_run.hpp"

namespace malha {

/// The provenance of the results of scenarios or of a comparison. Adds a note to `data` if runs are of
/// several versions.
page::Provenance provenance_of(page::CampaignData& data, const std::optional<CampaignRequest>& request,
                               const std::vector<CampaignRun>& runs);

/// The provenance of one run, from its manifest and machine.json.
page::Provenance provenance_of_run(const std::filesystem::path& folder);

/// The works that studies cite.
std::filesystem::path sources_file(const Library& library);

} // namespace malha
