// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_report.hpp"

namespace malha {

/// Counts verdicts by kind, with the mean error of the published times: "agrees 91, deviates 2, missed 19 (19
/// known), unchecked 0; mean error 2.1 % over 28 time values".
std::string summary_of(const std::vector<Verdict>& verdicts);

/// Prints a line for each scenario, with the number of its verdicts of each kind and how it compares with its
/// reference, and below them the misses: those that are not recorded as known first.
void print_summary(const std::vector<Scenario>& scenarios, const CampaignResult& result,
                   const Library& library);

} // namespace malha
