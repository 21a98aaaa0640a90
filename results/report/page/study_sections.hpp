// SPDX-License-Identifier: MIT
#pragma once
#include "page.hpp"
#include "results/report/figures/figure.hpp"

#include <optional>

namespace malha::page {

/// A section of the numbers of verdicts of each kind. None if there are no verdicts.
std::optional<Section> verdicts_section(const CampaignData& data, const std::string& prefix);
/// A section of all verdicts in tables: published values beside ours, and claims with the numbers by which
/// they were judged. None if there are no verdicts.
std::optional<Section> values_section(const CampaignData& data, const std::string& prefix);
/// A section of the reasons why values deviate, and of what was tried if they are missed.
std::optional<Section> reasons_section(const CampaignData& data, const std::string& prefix);
/// A section of the works that the results cite, as BibTeX.
std::optional<Section> references_section(const CampaignData& data, const std::string& prefix);
/// A section of one scenario: its question, its measures as means over seeds, and its figures.
Section scenario_section(const CampaignData& data, const ScenarioData& scenario,
                         const std::vector<Figure>& figures, const std::string& prefix);

} // namespace malha::page
