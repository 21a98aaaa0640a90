// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_data.hpp"

namespace malha::page {

/// The difference of a deployment in a metric: a row of differences.csv.
struct DifferenceRow {
  std::string metric, unit;
  std::string run, against; ///< `against` is empty if there is nothing to compare with
  std::string parameters;   ///< "key=value" pairs of what is swept, joined by ';'
  std::string verdict;      ///< less, more, the same, no difference shown, settings differ; empty: unknown
  std::size_t seeds = 0;
  MeanWithInterval mean = {};
  std::optional<MeanWithInterval> difference = {};
  std::optional<double> baseline = {}; ///< the mean with which it is compared
  std::optional<double> share = {};    ///< the difference as a share of the baseline
  std::optional<double> p_holm = {};   ///< p-value, adjusted for all differences of the file

  bool is_of_user() const { return metric.find('.') != std::string::npos; }
  bool is_clear() const { return verdict == "less" || verdict == "more"; }
};

/// The rows with a mean, in their order.
std::vector<DifferenceRow> difference_rows(const FileRows& differences);

/// Whether a difference is an improvement, by the better direction of the metric.
enum class Turn { better, worse, neither };
Turn turn_of(const DifferenceRow& row, const CampaignData& data);

/// The verdict as HTML, with a sign and a colour for better or worse.
std::string verdict_html(const DifferenceRow& row, const CampaignData& data);

} // namespace malha::page
