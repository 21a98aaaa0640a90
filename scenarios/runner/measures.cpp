// SPDX-License-Identifier: MIT
#include "measures.hpp"

#include "results/table.hpp"

#include <ostream>
#include <set>

namespace malha {
namespace {

/// A name in two lines, as even as its underscores allow: a column is as wide as the longer one.
std::pair<std::string, std::string> in_two_lines(const std::string& name) {
  std::pair<std::string, std::string> lines{"", name};
  for (auto at = name.find('_'); at != std::string::npos; at = name.find('_', at + 1))
    if (std::max(at + 1, name.size() - at - 1) < std::max(lines.first.size(), lines.second.size()))
      lines = {name.substr(0, at + 1), name.substr(at + 1)};
  return lines;
}

std::string mean_of(const CellResult& cell, const std::string& metric) {
  std::vector<double> values;
  for (const auto& [seed, value] : cell.values(metric))
    values.push_back(value);
  if (values.empty())
    return "";
  return shown(mean_with_interval(values));
}

/// The three lines of a header, and the rows below it.
class Columns {
public:
  void add(const std::string& name, const std::string& unit, bool right) {
    const auto [first, second] = in_two_lines(name);
    header_[0].push_back(first);
    header_[1].push_back(second);
    header_[2].push_back(unit);
    right_.push_back(right);
  }
  Table table() const {
    Table table(header_[0], right_);
    table.add(header_[1]);
    table.add(header_[2]);
    return table;
  }

private:
  std::vector<std::string> header_[3];
  std::vector<bool> right_;
};

} // namespace

void print_measures(const Scenario& scenario, const std::vector<CellResult>& cells,
                    const std::map<std::string, MetricSpec>& known, std::ostream& out) {
  std::set<std::string> runs, varied;
  for (const auto& cell : scenario.cells) {
    runs.insert(cell.run);
    for (const auto& [key, value] : cell.varied)
      varied.insert(key);
  }
  Columns columns;
  if (runs.size() > 1)
    columns.add("run", "", false);
  for (const auto& key : varied)
    columns.add(key.substr(key.rfind('.') + 1), "", true);
  for (const auto& metric : scenario.metrics)
    columns.add(metric, known.at(metric).unit, true);
  auto table = columns.table();
  for (const auto& cell : cells) {
    if (cell.scenario != scenario.name || cell.runs.empty())
      continue;
    std::vector<std::string> row;
    if (runs.size() > 1)
      row.push_back(cell.run);
    for (const auto& key : varied)
      row.push_back(cell.varied.count(key) > 0 ? cell.varied.at(key) : "");
    for (const auto& metric : scenario.metrics)
      row.push_back(mean_of(cell, metric));
    table.add(std::move(row));
  }
  table.print(out);
}

} // namespace malha
