// SPDX-License-Identifier: MIT
// Differences in pairs within the sweep of a comparison.
#include "figure.hpp"
#include "policies/sdk/split.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"
#include "row_figure.hpp"

#include <algorithm>
#include <set>

namespace malha::page {
namespace {

using Point = std::map<std::string, std::string>; ///< values of what is swept

/// Of which cells have several values.
std::set<std::string> swept_keys(const std::vector<CellData>& cells) {
  std::map<std::string, std::set<std::string>> values;
  for (const auto& cell : cells)
    for (const auto& pair : split(cell.parameters, ';'))
      if (const auto equals = pair.find('='); equals != std::string::npos)
        values[pair.substr(0, equals)].insert(pair.substr(equals + 1));
  std::set<std::string> keys;
  for (const auto& [key, found] : values)
    if (found.size() > 1)
      keys.insert(key);
  return keys;
}

/// The points of the sweep, in the order of the cells; cells that ignore a part of it are of several points.
std::vector<Point> points_of(const std::vector<CellData>& cells, const std::set<std::string>& keys) {
  std::vector<Point> points;
  for (const auto& cell : cells) {
    Point point;
    for (const auto& key : keys)
      if (auto value = cell.parameter(key); !value.empty())
        point[key] = value;
    if (point.size() == keys.size() && std::find(points.begin(), points.end(), point) == points.end())
      points.push_back(point);
  }
  return points;
}

const CellData* cell_at(const std::vector<CellData>& cells, const std::string& run, const Point& point) {
  for (const auto& cell : cells)
    if (cell.run == run && std::all_of(point.begin(), point.end(), [&](const auto& setting) {
          const auto value = cell.parameter(setting.first);
          return value.empty() || value == setting.second;
        }))
      return &cell;
  return nullptr;
}

/// "load=0.7, order=shortest": keys without what stands before their last '.'.
std::string text_of(const Point& point) {
  std::string text;
  for (const auto& [key, value] : point)
    text += (text.empty() ? "" : ", ") + short_key(key) + "=" + value;
  return text;
}

struct ComparedPair {
  std::string label;
  std::size_t series; ///< the place of the deployment
  const CellData* cell;
  const CellData* against;
};

/// Each deployment against the first one at each point, or the points of one deployment against its first.
std::vector<ComparedPair> pairs_of(const std::vector<CellData>& cells) {
  std::vector<std::string> runs;
  for (const auto& cell : cells)
    if (std::find(runs.begin(), runs.end(), cell.run) == runs.end())
      runs.push_back(cell.run);
  const auto points = points_of(cells, swept_keys(cells));
  std::vector<ComparedPair> pairs;
  for (const auto& point : points)
    for (std::size_t i = runs.size() > 1 ? 1 : 0; i < runs.size(); ++i) {
      const auto* cell = cell_at(cells, runs[i], point);
      const auto* against = cell_at(cells, runs[0], runs.size() > 1 ? point : points.front());
      if (cell != nullptr && against != nullptr && cell != against)
        pairs.push_back({text_of(point) + (runs.size() > 2 ? ", " + runs[i] : ""), i, cell, against});
    }
  return pairs;
}

std::vector<double> differences_of(const ComparedPair& pair, const std::string& metric) {
  std::vector<double> differences;
  const auto& others = pair.against->values(metric);
  for (const auto& [seed, value] : pair.cell->values(metric))
    if (const auto other = others.find(seed); other != others.end())
      differences.push_back(value.number - other->second.number);
  return differences;
}

std::optional<Figure> figure_of(const CampaignData& data, const std::vector<ComparedPair>& pairs,
                                const std::string& metric) {
  constexpr std::size_t most_differences = 60;
  const bool in_one_run = pairs.front().cell->run == pairs.front().against->run;
  const auto from = in_one_run ? text_of(points_of(data.cells, swept_keys(data.cells)).front())
                               : pairs.front().against->run;
  RowFigure figure{words_of(metric) + ": differences from " + from,
                   {"difference of " + words_of(metric), data.unit_of(metric)},
                   {}};
  figure.reference_line = 0;
  figure.reference_name = from;
  for (const auto& pair : pairs)
    if (const auto values = differences_of(pair, metric);
        !values.empty() && figure.rows.size() < most_differences) {
      const bool resamples = pair.cell->resamples && pair.against->resamples;
      figure.rows.push_back({pair.label, {{pair.series, mean_over_seeds(values, resamples), values}}});
    }
  if (figure.rows.empty())
    return std::nullopt;
  return Figure{slug("differences." + metric),
                words_of(metric) + ": " + (in_one_run ? "each value of the sweep" : "each deployment") +
                    " minus " + from + (in_one_run ? "" : " at the same values") +
                    ", seed by seed: a stroke for each seed, the mean, and its 95 % interval. Where the "
                    "interval holds 0, no difference is shown." +
                    (pairs.size() > most_differences
                         ? " These are the first " + std::to_string(most_differences) +
                               " differences; differences.csv has all."
                         : ""),
                drawing_of(figure)};
}

} // namespace

std::vector<Figure> sweep_difference_figures(const CampaignData& data) {
  std::vector<Figure> figures;
  if (!data.compares || data.cells.empty() || data.has_one_cell_a_run())
    return figures;
  const auto pairs = pairs_of(data.cells);
  if (pairs.empty())
    return figures;
  for (const auto& name : data.compared)
    if (name.find('.') == std::string::npos) // not of a user
      if (auto figure = figure_of(data, pairs, name))
        figures.push_back(std::move(*figure));
  return figures;
}

} // namespace malha::page
