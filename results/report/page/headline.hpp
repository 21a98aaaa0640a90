// SPDX-License-Identifier: MIT
#pragma once
#include "results/report/data/difference_rows.hpp"

namespace malha::page {

/// The main metric of a comparison: the first requested one, or else a slowdown, a wait, a turnaround or a
/// makespan, or the first metric. Empty: there is none.
std::string main_metric(const std::vector<DifferenceRow>& rows, const CampaignData& data);

/// The result of a comparison, in a sentence and cards, as HTML; "" if nothing was compared.
std::string headline_html(const CampaignData& data);

} // namespace malha::page
