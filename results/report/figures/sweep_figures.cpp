// SPDX-License-Identifier: MIT
#include "axes.hpp"
#include "figure.hpp"
#include "heat_map.hpp"
#include "panel_figure.hpp"
#include "policies/sdk/numbers.hpp"
#include "policies/sdk/split.hpp"
#include "results/report/data/escaping.hpp"
#include "results/report/data/readable.hpp"

#include <algorithm>

namespace malha::page {
namespace {

using Cells = std::vector<const CellData*>;

void add_once(std::vector<std::string>& words, const std::string& word) {
  if (std::find(words.begin(), words.end(), word) == words.end())
    words.push_back(word);
}

const ScenarioData* find_scenario(const CampaignData& data, const std::string& name) {
  for (const auto& scenario : data.scenarios)
    if (scenario.name == name)
      return &scenario;
  return nullptr;
}

bool are_numbers(const std::vector<std::string>& values) {
  return std::all_of(values.begin(), values.end(),
                     [](const auto& value) { return parse_number<double>(value).has_value(); });
}

/// The values that a parameter has in the cells: numbers by size, texts in the order of the cells. A run that
/// ignores it has none.
std::vector<std::string> values_of(const Cells& cells, const std::string& key) {
  std::vector<std::string> values;
  for (const auto* cell : cells)
    if (const auto value = cell->parameter(key); !value.empty())
      add_once(values, value);
  if (are_numbers(values))
    std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) {
      return *parse_number<double>(a) < *parse_number<double>(b);
    });
  return values;
}

/// Parameters with several values, without those over which means are taken.
std::vector<std::string> varied_keys(const Cells& cells, const std::set<std::string>& averaged) {
  std::vector<std::string> keys, varied;
  for (const auto* cell : cells)
    for (const auto& pair : split(cell->parameters, ';'))
      if (const auto equals = pair.find('='); equals != std::string::npos)
        add_once(keys, pair.substr(0, equals));
  for (const auto& key : keys)
    if (averaged.count(key) == 0 && values_of(cells, key).size() > 1)
      varied.push_back(key);
  return varied;
}

/// The mean over cells, seed by seed, of the seeds that all of them have.
std::optional<MeanWithInterval> mean_over(const Cells& cells, const std::string& metric) {
  std::map<std::uint64_t, std::pair<double, std::size_t>> sums;
  for (const auto* cell : cells)
    for (const auto& [seed, value] : cell->values(metric)) {
      sums[seed].first += value.number;
      ++sums[seed].second;
    }
  std::vector<double> means;
  for (const auto& [seed, sum] : sums)
    if (sum.second == cells.size())
      means.push_back(sum.first / static_cast<double>(sum.second));
  if (means.empty())
    return std::nullopt;
  return mean_over_seeds(
      means, std::all_of(cells.begin(), cells.end(), [](const auto* cell) { return cell->resamples; }));
}

/// The cells that have the value of a parameter, or ignore it.
Cells where(const Cells& cells, const std::string& key, const std::string& value) {
  Cells found;
  for (const auto* cell : cells)
    if (const auto of_cell = cell->parameter(key); of_cell == value || of_cell.empty())
      found.push_back(cell);
  return found;
}

Cells of_run(const Cells& cells, const std::string& run) {
  Cells found;
  for (const auto* cell : cells)
    if (cell->run == run)
      found.push_back(cell);
  return found;
}

std::vector<std::string> runs_of(const Cells& cells) {
  std::vector<std::string> runs;
  for (const auto* cell : cells)
    add_once(runs, cell->run);
  return runs;
}

/// What the numbers of a figure are.
std::string kind_of_values(const Cells& cells, const std::string& metric) {
  const bool has_seeds = std::any_of(cells.begin(), cells.end(),
                                     [&](const auto* cell) { return cell->values(metric).size() > 1; });
  return has_seeds ? ": means over seeds" : ": one run each";
}

LineSeries series_of(const std::string& run, const Cells& cells, const std::string& key,
                     const std::vector<std::string>& values, const std::string& metric) {
  LineSeries series{run, {}};
  const bool in_numbers = are_numbers(values);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (const auto mean = mean_over(where(cells, key, values[i]), metric))
      series.points.push_back({in_numbers ? *parse_number<double>(values[i]) : static_cast<double>(i),
                               mean->mean, mean->low.value_or(mean->mean), mean->high.value_or(mean->mean)});
  return series;
}

/// Lines over one parameter, a series for each of the runs.
LineFigure lines_over(const CampaignData& data, const Cells& cells, const std::string& key,
                      const std::vector<std::string>& values, const std::vector<std::string>& runs,
                      const std::string& metric) {
  LineFigure figure{words_of(metric) + " over " + short_key(key),
                    {short_key(key)},
                    {words_of(metric), data.unit_of(metric)},
                    {}};
  std::vector<double> numbers;
  if (are_numbers(values))
    for (const auto& value : values)
      numbers.push_back(*parse_number<double>(value));
  else
    figure.categories = values;
  figure.is_logarithmic_x = is_wide(range_of(numbers), 20);
  for (const auto& run : runs)
    figure.series.push_back(series_of(run, of_run(cells, run), key, values, metric));
  return figure;
}

bool has_points(const LineFigure& figure) {
  return std::any_of(figure.series.begin(), figure.series.end(),
                     [](const auto& series) { return !series.points.empty(); });
}

/// What a reader of the figure must know of where its marks stand.
std::string beside_each_other(const LineFigure& figure) {
  return figure.series.size() > 1 ? ", which stand a little beside each other" : "";
}

std::optional<Figure> line_figure(const CampaignData& data, const std::string& scenario, const Cells& cells,
                                  const std::string& key, const std::string& metric) {
  auto figure = lines_over(data, cells, key, values_of(cells, key), runs_of(cells), metric);
  if (!has_points(figure))
    return std::nullopt;
  auto& series = figure.series;
  series.erase(
      std::remove_if(series.begin(), series.end(), [](const auto& one) { return one.points.empty(); }),
      series.end());
  return Figure{slug("sweep." + scenario + "." + metric),
                words_of(metric) + " over " + key + kind_of_values(cells, metric) +
                    "; bars are 95 % intervals" + beside_each_other(figure) + ".",
                drawing_of(figure)};
}

/// From the least to the greatest mean of all runs at all combinations of two parameters.
Range range_of_means(const Cells& cells, const std::string& metric, const std::vector<std::string>& keys) {
  std::vector<double> means;
  for (const auto& run : runs_of(cells))
    for (const auto& x : values_of(cells, keys[0]))
      for (const auto& y : values_of(cells, keys[1]))
        if (const auto mean = mean_over(where(where(of_run(cells, run), keys[0], x), keys[1], y), metric))
          means.push_back(mean->mean);
  return range_of(means);
}

/// A map of one run over all values that some run has: a run that ignores a parameter has the same
/// everywhere.
std::optional<Figure> map_figure(const CampaignData& data, const std::string& scenario,
                                 const Cells& all_cells, const std::string& run,
                                 const std::vector<std::string>& keys, const std::string& metric,
                                 bool names_run) {
  const auto cells = of_run(all_cells, run);
  auto x = values_of(all_cells, keys[0]);
  auto y = values_of(all_cells, keys[1]);
  const bool is_turned = x.size() < y.size() && x.size() < 4;
  const auto& x_key = keys[is_turned ? 1 : 0];
  const auto& y_key = keys[is_turned ? 0 : 1];
  if (is_turned)
    std::swap(x, y);
  HeatMap map{words_of(metric) + " of " + run, short_key(x_key), short_key(y_key), x, y, {}};
  map.what = {words_of(metric), data.unit_of(metric)};
  map.of_what = names_run ? " of " + run : "";
  map.range = range_of_means(all_cells, metric, keys);
  bool has_any = false;
  for (const auto& row : y) {
    map.values.emplace_back();
    for (const auto& column : x) {
      const auto mean = mean_over(where(where(cells, y_key, row), x_key, column), metric);
      has_any = has_any || mean;
      map.values.back().push_back(mean ? std::optional(mean->mean) : std::nullopt);
    }
  }
  if (!has_any)
    return std::nullopt;
  return Figure{slug("sweep." + scenario + "." + metric + (names_run ? "." + run : "")),
                words_of(metric) + (names_run ? " of " + run : "") + " over " + x_key + " and " + y_key +
                    kind_of_values(cells, metric) + "; the darker, the more" +
                    (names_run ? ", in the maps of all deployments alike." : "."),
                drawing_of(map)};
}

/// The parameter with most values, which lines go over; one of numbers before others.
std::string key_of_lines(const Cells& cells, const std::vector<std::string>& keys) {
  const auto rank = [&](const std::string& key) {
    const auto values = values_of(cells, key);
    return std::pair(are_numbers(values), values.size());
  };
  return *std::max_element(keys.begin(), keys.end(),
                           [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

/// A combination of parameters, and the cells that have it.
struct Combination {
  std::vector<std::string> values; ///< "hosts=16"
  Cells cells;
};

/// All combinations of the parameters that there are, the last one fastest.
std::vector<Combination> combinations_of(const Cells& cells, const std::vector<std::string>& keys) {
  std::vector<Combination> all{{{}, cells}};
  for (const auto& key : keys) {
    std::vector<Combination> longer;
    for (const auto& shorter : all)
      for (const auto& value : values_of(cells, key))
        if (auto found = where(shorter.cells, key, value); !found.empty()) {
          longer.push_back({shorter.values, std::move(found)});
          longer.back().values.push_back(short_key(key) + "=" + value);
        }
    all = std::move(longer);
  }
  return all;
}

/// A panel of lines for each combination of all parameters but one.
std::optional<Figure> panel_figure(const CampaignData& data, const std::string& scenario, const Cells& cells,
                                   const std::vector<std::string>& keys, const std::string& metric) {
  constexpr std::size_t most_panels = 24;
  const auto key = key_of_lines(cells, keys);
  auto others = keys;
  others.erase(std::find(others.begin(), others.end(), key));
  const auto values = values_of(cells, key);
  const auto combinations = combinations_of(cells, others);
  PanelFigure figure{words_of(metric) + " over " + short_key(key),
                     {short_key(key)},
                     {words_of(metric), data.unit_of(metric)},
                     {}};
  for (const auto& combination : combinations) {
    auto lines = lines_over(data, combination.cells, key, values, runs_of(cells), metric);
    lines.x_name = {};
    if (figure.panels.size() < most_panels && has_points(lines))
      figure.panels.push_back({combination.values, std::move(lines)});
  }
  if (figure.panels.empty())
    return std::nullopt;
  std::string named;
  for (std::size_t i = 0; i < others.size(); ++i)
    named += (i == 0 ? "" : i + 1 < others.size() ? ", " : " and ") + others[i];
  return Figure{slug("sweep." + scenario + "." + metric),
                words_of(metric) + " over " + key + ", a panel for each combination of " + named +
                    kind_of_values(cells, metric) + "; bars are 95 % intervals." +
                    (combinations.size() > most_panels
                         ? " These are the first " + std::to_string(most_panels) + " of " +
                               std::to_string(combinations.size()) + " combinations; the table has all."
                         : ""),
                drawing_of(figure)};
}

/// What the tables of the scenario show, or what the source gives numbers of, or a comparison compares.
std::vector<std::string> metrics_of(const CampaignData& data, const ScenarioData* scenario,
                                    const std::string& name) {
  if (scenario != nullptr && !scenario->measures.empty())
    return scenario->measures;
  std::vector<std::string> metrics;
  for (const auto& row : data.verdicts)
    if (row.scenario == name && !row.is_claim() && row.metric.find(':') == std::string::npos)
      add_once(metrics, row.metric);
  for (const auto& metric : data.compared)
    if (metric.find('.') == std::string::npos)
      add_once(metrics, metric);
  return metrics;
}

} // namespace

std::vector<Figure> sweep_figures(const CampaignData& data, const std::string& scenario) {
  const auto cells = data.cells_of(scenario);
  const auto* described = find_scenario(data, scenario);
  const auto keys = varied_keys(cells, described != nullptr ? described->averaged : std::set<std::string>());
  std::vector<Figure> figures;
  if (keys.empty())
    return figures;
  const auto runs = runs_of(cells);
  for (const auto& metric : metrics_of(data, described, scenario)) {
    if (keys.size() == 1) {
      if (auto figure = line_figure(data, scenario, cells, keys[0], metric))
        figures.push_back(std::move(*figure));
      continue;
    }
    if (keys.size() > 2) {
      if (auto figure = panel_figure(data, scenario, cells, keys, metric))
        figures.push_back(std::move(*figure));
      continue;
    }
    for (const auto& run : runs)
      if (auto figure = map_figure(data, scenario, cells, run, keys, metric, runs.size() > 1))
        figures.push_back(std::move(*figure));
  }
  return figures;
}

} // namespace malha::page
