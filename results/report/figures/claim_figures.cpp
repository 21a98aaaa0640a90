// SPDX-License-Identifier: MIT
#include "figure.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"
#include "row_figure.hpp"

#include <algorithm>

namespace malha::page {
namespace {

/// More rows than that are another figure.
constexpr std::size_t most_rows = 30;

bool is_ratio(const VerdictRow& row) { return row.reference == 1.0; }

FigureRow row_of(const VerdictRow& row, std::size_t number) {
  const auto word = row.word();
  const auto place = row.place();
  return {(word == "agrees" ? "" : word + ": ") + row.called + (place.empty() ? "" : " (" + place + ")"),
          {{number, {*row.value, row.low_end, row.high_end}, row.seeds}}};
}

/// Claims of one scenario about one metric, which are all differences or all ratios.
Figure figure_of(const std::string& scenario, const std::vector<const VerdictRow*>& rows) {
  const auto& first = *rows.front();
  const bool of_ratios = is_ratio(first);
  RowFigure figure{"Claims of " + scenario,
                   of_ratios ? AxisName{"ratio of " + words_of(first.claim_metric)}
                             : AxisName{"difference of " + words_of(first.claim_metric), first.claim_unit},
                   {}};
  figure.reference_line = first.reference;
  for (const auto* row : rows)
    figure.rows.push_back(row_of(*row, figure.rows.size()));
  return {slug("claims." + scenario + "." + first.claim_metric + (of_ratios ? ".ratios" : "")),
          scenario + ": what decides about each claim on " + words_of(first.claim_metric) +
              (of_ratios ? ", a ratio of means with its 95 % interval; on the dashed line both are the same."
                         : ", a paired difference: a stroke for each seed, the mean, and its 95 % interval; "
                           "on the dashed line there is no difference."),
          drawing_of(figure)};
}

} // namespace

std::vector<Figure> claim_figures(const CampaignData& data) {
  std::map<std::tuple<std::string, std::string, bool>, std::vector<const VerdictRow*>> groups;
  for (const auto& row : data.verdicts)
    if (row.is_claim() && row.value && row.low_end && row.high_end && (row.reference == 0.0 || is_ratio(row)))
      groups[{row.scenario, row.claim_metric, is_ratio(row)}].push_back(&row);
  std::vector<Figure> figures;
  for (const auto& [key, rows] : groups)
    for (std::size_t from = 0; from < rows.size(); from += most_rows) {
      const auto begin = rows.begin() + static_cast<std::ptrdiff_t>(from);
      const auto number = std::min(most_rows, rows.size() - from);
      figures.push_back(figure_of(std::get<0>(key), {begin, begin + static_cast<std::ptrdiff_t>(number)}));
    }
  return figures;
}

} // namespace malha::page
