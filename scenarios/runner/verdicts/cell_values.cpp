// SPDX-License-Identifier: MIT
#include "cell_values.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"

#include <algorithm>
#include <set>

namespace malha {
namespace {

using Group = std::vector<const CellResult*>;

template <class Compare>
SeedValues combine(const SeedValues& a, const SeedValues& b, Compare&& compare) {
  SeedValues all;
  for (const auto& [seed, value] : a)
    if (const auto other = b.find(seed); other != b.end())
      all[seed] = compare(value, other->second);
  if (all.size() != a.size() || all.size() != b.size())
    throw Unchecked{"needs the same seeds in both cells"};
  all.resamples = a.resamples && b.resamples;
  return all;
}

[[noreturn]] void miss_runs(const std::string& scenario) {
  throw Unchecked{"needs all runs of " + scenario + " in the same command"};
}

/// What a cell is called in a series.
std::string label_of(const CellResult& cell, const std::string& over) {
  if (over == "run")
    return cell.run;
  if (over.empty())
    return cell.run + " " + cell.parameters();
  const auto found = cell.varied.find(over);
  if (found == cell.varied.end())
    throw Unchecked{"'" + over + "' is not varied in " + cell.scenario};
  return found->second;
}

/// Whether a series has that point.
bool is_within(const std::string& label, const SeriesRange& range) {
  if (!range.runs.empty() && std::find(range.runs.begin(), range.runs.end(), label) == range.runs.end())
    return false;
  if (!range.from && !range.up_to)
    return true;
  const auto place = parse_number<double>(label);
  return place && *place >= range.from.value_or(*place) && *place <= range.up_to.value_or(*place);
}

} // namespace

std::vector<double> SeedValues::numbers() const {
  std::vector<double> all;
  for (const auto& [seed, value] : *this)
    all.push_back(value);
  return all;
}

MeanWithInterval mean_of(const SeedValues& values) {
  return mean_over_seeds(values.numbers(), values.resamples);
}

bool have_same_seeds(const SeedValues& one, const SeedValues& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const auto& a, const auto& b) { return a.first == b.first; });
}

PairedValues pairs_of(const SeedValues& one, const SeedValues& other) {
  return {one.numbers(), other.numbers(), one.resamples && other.resamples};
}

SeedValues differences(const SeedValues& one, const SeedValues& other) {
  return combine(one, other, [](double a, double b) { return a - b; });
}

SeedValues ratios(const SeedValues& one, const SeedValues& other) {
  return combine(one, other, [](double a, double b) {
    if (b == 0)
      throw Unchecked{"is no ratio: a value of the other cell is 0"};
    return a / b;
  });
}

SeedValues mean_over(const Group& group, const std::string& metric) {
  const auto values_of_cell = [&](const CellResult& cell) {
    SeedValues values;
    for (const auto& [seed, value] : cell.values(metric))
      values[seed] = value;
    values.resamples = cell.resamples;
    return values;
  };
  auto sum = values_of_cell(*group.front());
  for (std::size_t i = 0; i < group.size(); ++i) {
    const auto more = i == 0 ? sum : values_of_cell(*group[i]);
    if (more.empty())
      miss_runs(group[i]->scenario);
    if (i > 0)
      sum = combine(sum, more, [](double a, double b) { return a + b; });
  }
  if (group.size() > 1)
    for (auto& [seed, value] : sum)
      value /= static_cast<double>(group.size());
  return sum;
}

bool rejected_some(const Group& group) {
  return std::any_of(group.begin(), group.end(), [](const auto* cell) {
    const auto rejected = cell->values("jobs_rejected");
    return std::any_of(rejected.begin(), rejected.end(), [](const auto& one) { return one.second > 0; });
  });
}

Group CellValues::matching(const CellFilter& filter) const {
  Group found;
  for (const auto& cell : cells_)
    if (filter.matches(cell.scenario, cell.run, cell.varied))
      found.push_back(&cell);
  if (found.empty())
    miss_runs(filter.scenario);
  return found;
}

void CellValues::refuse_mixture(const Group& group) const {
  const auto& first = *group.front();
  const auto scenario = std::find_if(scenarios_.begin(), scenarios_.end(),
                                     [&](const auto& one) { return one.name == first.scenario; });
  std::set<std::string> averaged;
  if (scenario != scenarios_.end())
    averaged.insert(scenario->averaged.begin(), scenario->averaged.end());
  std::set<std::string> open;
  for (const auto* cell : group) {
    if (cell->run != first.run)
      open.insert("run");
    for (const auto& [key, value] : cell->varied)
      if (averaged.count(key) == 0 && (first.varied.count(key) == 0 || first.varied.at(key) != value))
        open.insert(key);
  }
  if (!open.empty())
    throw Unchecked{"means " + std::to_string(group.size()) + " cells of " + first.scenario + "; also fix " +
                    in_words({open.begin(), open.end()})};
}

Group CellValues::cells(const CellFilter& filter) const {
  auto found = matching(filter);
  refuse_mixture(found);
  return found;
}

SeedValues CellValues::values(const CellFilter& filter, const std::string& metric) const {
  return mean_over(cells(filter), metric);
}

std::vector<Point> CellValues::series(const CellFilter& filter, const std::string& metric,
                                      const SeriesRange& range) const {
  std::vector<std::string> labels;
  std::map<std::string, Group> groups;
  for (const auto* cell : matching(filter))
    if (const auto label = label_of(*cell, range.over); is_within(label, range)) {
      auto& group = groups[label];
      if (group.empty())
        labels.push_back(label);
      group.push_back(cell);
    }
  if (labels.empty())
    miss_runs(filter.scenario);
  std::vector<Point> points;
  for (const auto& label : labels) {
    refuse_mixture(groups.at(label));
    points.push_back({label, mean_over(groups.at(label), metric), groups.at(label)});
  }
  return points;
}

} // namespace malha
