// SPDX-License-Identifier: MIT
#pragma once
#include "page.hpp"
#include "results/report/figures/figure.hpp"

#include <optional>

namespace malha::page {

/// A table of the users under each run, longest waits first; "" if there are none.
std::string users_table(const CampaignData& data);

/// A folded section on users: their figures and their table. None if there are no users.
std::optional<Section> users_section(const CampaignData& data, const std::vector<Figure>& figures,
                                     const std::string& prefix);

} // namespace malha::page
