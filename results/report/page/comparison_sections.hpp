// SPDX-License-Identifier: MIT
#pragma once
#include "page.hpp"
#include "results/report/figures/figure.hpp"

#include <optional>

namespace malha::page {

/// The result of a comparison: a sentence, cards, and the figures of the main metric, which are removed from
/// `figures`. None if nothing was compared.
std::optional<Section> headline_section(const CampaignData& data, Figures& figures,
                                        const std::string& prefix);
/// A section of means and paired differences of all metrics, and of the values of each seed.
std::optional<Section> differences_section(const CampaignData& data, const std::string& prefix);

} // namespace malha::page
