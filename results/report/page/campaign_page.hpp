// SPDX-License-Identifier: MIT
#pragma once
#include "page.hpp"
#include "results/report/data/campaign_data.hpp"
#include "results/report/data/share_done.hpp"

namespace malha::page {

/// The part of a page that shows the results of scenarios or of a comparison. The ids of its sections begin
/// with `prefix`.
Part campaign_part(const CampaignData& data, const std::string& prefix, const ShareDone& share_done = {});

/// A section on the origin of results: facts, hashes, and the commands that repeat them.
Section provenance_section(const Provenance& provenance, const std::string& prefix);

} // namespace malha::page
