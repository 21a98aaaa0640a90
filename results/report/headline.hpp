// SPDX-License-Identifier: MIT
#pragma once
#include "difference_rows.hpp"

namespace malha::page {

/// The metric that a comparison is first asked about: the first one that was asked for, or else a slowdown, a
/// wait, a turnaround or a makespan, or the first that there is. Empty: there is none.
std::string main_metric(const std::vector<DifferenceRow>& rows, const CampaignData& data);

/// What a comparison shows, in a sentence and cards, as HTML; "" where nothing was compared.
std::string headline_html(const CampaignData& data);

} // namespace malha::page
