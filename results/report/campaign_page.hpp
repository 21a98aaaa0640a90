// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_data.hpp"
#include "page.hpp"

namespace malha::page {

/// The part of a page that shows the results of scenarios or of a comparison. The ids of its sections begin
/// with `prefix`.
Part campaign_part(const CampaignData& data, const std::string& prefix, const Told& told = {});

/// A section on the origin of results: facts, hashes, and the commands that repeat them.
Section provenance_section(const Provenance& provenance, const std::string& prefix);

} // namespace malha::page
