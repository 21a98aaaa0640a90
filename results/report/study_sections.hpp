// SPDX-License-Identifier: MIT
#pragma once
#include "figure.hpp"
#include "page.hpp"

#include <optional>

namespace malha::page {

/// How many verdicts of each kind. Nothing where there is none.
std::optional<Section> verdicts_section(const CampaignData& data, const std::string& prefix);
/// All verdicts in tables: published values beside ours, and claims with what they were judged by and the
/// number that decides. Nothing where there is none.
std::optional<Section> values_section(const CampaignData& data, const std::string& prefix);
/// Why values deviate, and what was looked for where they are missed.
std::optional<Section> reasons_section(const CampaignData& data, const std::string& prefix);
/// The works that the results cite, as BibTeX.
std::optional<Section> references_section(const CampaignData& data, const std::string& prefix);
/// One scenario: its question, its measures as means over seeds, and its figures.
Section scenario_section(const CampaignData& data, const ScenarioData& scenario,
                         const std::vector<Figure>& figures, const std::string& prefix);

} // namespace malha::page
