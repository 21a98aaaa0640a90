// SPDX-License-Identifier: MIT
#pragma once
#include "results/report/data/campaign_data.hpp"
#include "results/report/data/share_done.hpp"
#include "svg.hpp"

namespace malha::page {

/// A figure of a page, which `malha plot` also writes as a file.
struct Figure {
  std::string name;    ///< unique in its folder: a slug
  std::string caption; ///< explanation of the figure and its marks; plain text
  Svg svg;
};

/// Figures by their group on a page: published, claims, metrics, users, distributions, or sweep-… with the
/// name of a scenario.
using Figures = std::map<std::string, std::vector<Figure>>;

/// Our values against published ones, one figure for each table of a source and unit: published to the right,
/// ours up, the line on which both agree, and intervals if there are several seeds. Values that are missed or
/// deviate are named below.
std::vector<Figure> agreement_figures(const CampaignData& data);

/// The paired differences or ratios that decided claims, with their intervals: one figure for each scenario
/// and metric.
std::vector<Figure> claim_figures(const CampaignData& data);

/// The figures of a comparison: for each metric the values of all seeds with mean and interval, and the
/// paired differences from the first deployment.
std::vector<Figure> comparison_figures(const CampaignData& data);

/// The figures of a comparison under a sweep: for each metric the paired differences from the first
/// deployment at each point; of a single deployment from its first point.
std::vector<Figure> sweep_difference_figures(const CampaignData& data);

/// The figures of the users in a comparison: their means of each metric by user, and of the waits and
/// slowdowns in users.csv.
std::vector<Figure> user_figures(const CampaignData& data);

/// The distributions of waits and slowdowns in a comparison whose runs kept their rows. Rows that cannot be
/// read are named in `notes`.
std::vector<Figure> distribution_figures(const CampaignData& data, std::vector<std::string>& notes,
                                         const ShareDone& share_done = {});

/// The figures of a scenario that varies parameters. One parameter: each measured metric over it, a line with
/// its interval for each run. Two: a heat map for each run. More: panels of lines. Averaged parameters do not
/// count.
std::vector<Figure> sweep_figures(const CampaignData& data, const std::string& scenario);

/// All figures, with different names. Rows that cannot be read are named in `notes`.
Figures all_figures(const CampaignData& data, std::vector<std::string>& notes,
                    const ShareDone& share_done = {});

/// HTML of the figures: drawing, caption, and the name for `malha plot`.
std::string figures_html(const std::vector<Figure>& figures, const std::string& id_prefix);

} // namespace malha::page
