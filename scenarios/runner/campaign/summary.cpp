// SPDX-License-Identifier: MIT
#include "summary.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/result_files.hpp"
#include "results/statistics/statistics.hpp"

#include <algorithm>
#include <ostream>
#include <set>

namespace malha {
namespace {

/// The values of one metric in a cell, in the order of seeds.
struct MetricOfCell {
  std::string name, unit;
  std::vector<double> values;
};

/// The metrics of a cell, in the order in which its runs have them.
std::vector<MetricOfCell> metrics_of_cell(const CellResult& cell) {
  std::vector<MetricOfCell> all;
  for (const auto& [seed, metrics] : cell.runs)
    for (const auto& metric : metrics) {
      auto found =
          std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == metric.name; });
      if (found == all.end())
        found = all.insert(all.end(), {metric.name, metric.unit, {}});
      found->values.push_back(metric.value);
    }
  return all;
}

} // namespace

void write_summary(const std::vector<CellResult>& cells, std::ostream& out) {
  std::set<std::string> keys;
  for (const auto& cell : cells)
    for (const auto& [key, value] : cell.varied)
      keys.insert(key);
  out << header_of("summary.csv");
  for (const auto& key : keys)
    out << ',' << csv_field(key);
  out << '\n';
  for (const auto& cell : cells)
    for (const auto& metric : metrics_of_cell(cell)) {
      const auto mean = mean_over_seeds(metric.values, cell.resamples);
      out << csv_field(cell.scenario) << ',' << csv_field(cell.run) << ',' << csv_field(metric.name) << ','
          << csv_field(metric.unit) << ',' << metric.values.size() << ',' << shortest(mean.mean) << ','
          << csv_field(mean.low) << ',' << csv_field(mean.high);
      for (const auto& key : keys) {
        const auto value = cell.varied.find(key);
        out << ',' << (value == cell.varied.end() ? "" : csv_field(value->second));
      }
      out << '\n';
    }
}

} // namespace malha
