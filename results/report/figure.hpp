// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_data.hpp"
#include "page.hpp"
#include "svg.hpp"

namespace malha::page {

/// A figure of a page, which `malha plot` also writes as a file.
struct Figure {
  std::string name;    ///< unique in its folder: a slug
  std::string caption; ///< what is seen, and what the marks mean; plain text
  Svg svg;
};

/// Figures by what they stand under on a page: published, claims, metrics, users, distributions, or sweep-…
/// with the name of a scenario.
using Figures = std::map<std::string, std::vector<Figure>>;

/// Ours beside published, one figure for each table of a source and unit: published to the right, ours up,
/// the line on which both agree, and intervals where there are several seeds. What is missed or deviates is
/// named below.
std::vector<Figure> agreement_figures(const CampaignData& data);

/// Of claims that were decided by a difference in pairs or by a ratio: these, with their intervals. A figure
/// for each scenario and metric.
std::vector<Figure> claim_figures(const CampaignData& data);

/// Of a comparison: for each metric the values of all seeds with mean and interval, and the paired
/// differences from the first.
std::vector<Figure> comparison_figures(const CampaignData& data);

/// Of a comparison under a sweep: for each metric the paired differences from the first deployment at each
/// point, or of one deployment those from its first point.
std::vector<Figure> sweep_difference_figures(const CampaignData& data);

/// Of a comparison: for each metric by user, and for waits and slowdowns of users.csv, the means of the
/// users.
std::vector<Figure> user_figures(const CampaignData& data);

/// Of a comparison whose runs kept their rows: the shares of jobs that wait, or are slowed down, at most so
/// much. Rows that cannot be read are named in `notes`.
std::vector<Figure> distribution_figures(const CampaignData& data, std::vector<std::string>& notes,
                                         const Told& told = {});

/// Of a scenario that varies one parameter: each measured metric over it, a line with its interval for each
/// run. Of one that varies two: a heat map for each run. Of one that varies more: panels of lines. Parameters
/// that the scenario averages do not count.
std::vector<Figure> sweep_figures(const CampaignData& data, const std::string& scenario);

/// All of them. No name is there twice. Rows that cannot be read are named in `notes`.
Figures all_figures(const CampaignData& data, std::vector<std::string>& notes, const Told& told = {});

/// HTML of the figures: drawing, caption, and the name for `malha plot`.
std::string figures_html(const std::vector<Figure>& figures, const std::string& id_prefix);

} // namespace malha::page
