// SPDX-License-Identifier: MIT
#pragma once
#include "figure.hpp"
#include "page.hpp"

#include <optional>

namespace malha::page {

/// What a comparison shows: a sentence, cards, and the figures of the metric in question, which are taken out
/// of `figures`. Nothing where nothing was compared.
std::optional<Section> headline_section(const CampaignData& data, Figures& figures,
                                        const std::string& prefix);
/// Means and paired differences of all metrics, and below them the values of each seed.
std::optional<Section> differences_section(const CampaignData& data, const std::string& prefix);

} // namespace malha::page
