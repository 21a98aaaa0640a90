// SPDX-License-Identifier: MIT
#include "claimed_values.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/table.hpp"

#include <algorithm>

namespace malha {

SeedValues ClaimedValues::of(const CellFilter& filter) {
  auto values = cells_.values(filter, filter.metric);
  saw(cells_.cells(filter), values);
  return values;
}

std::vector<Point> ClaimedValues::series(const CellFilter& filter, const SeriesRange& range) {
  auto points = cells_.series(filter, filter.metric, range);
  for (const auto& point : points)
    saw(point.cells, point.values);
  return points;
}

std::map<double, SeedValues> ClaimedValues::differences_along(const CellFilter& one, const CellFilter& other,
                                                              const SeriesRange& range) {
  std::map<double, SeedValues> along;
  const auto others = series(other, range);
  for (const auto& point : series(one, range)) {
    const auto its_other = std::find_if(
        others.begin(), others.end(), [&](const auto& candidate) { return candidate.label == point.label; });
    const auto place = parse_number<double>(point.label);
    if (its_other == others.end() || !place)
      throw Unchecked{"the series do not meet at " + range.over + "=" + point.label};
    along[*place] = differences(point.values, its_other->values);
  }
  return along;
}

void ClaimedValues::saw(const std::vector<const CellResult*>& cells, const SeedValues& values) {
  rejected_some_ = rejected_some_ || malha::rejected_some(cells);
  seeds_ = std::min(seeds_.value_or(values.size()), values.size());
}

void note_interval(const MeanWithInterval& mean, Verdict& verdict) {
  verdict.claim_low = mean.low;
  verdict.claim_high = mean.high;
}

namespace {

/// What the first filter says and the second one does not: its run, parameters or metric.
std::string told_apart(const CellFilter& one, const CellFilter& other) {
  std::string name = one.run == other.run ? "" : one.run;
  for (const auto& [key, value] : one.parameters)
    if (const auto same = other.parameters.find(key); same == other.parameters.end() || same->second != value)
      name += (name.empty() ? "" : " ") + key.substr(key.rfind('.') + 1) + "=" + value;
  if (one.metric != other.metric)
    name += (name.empty() ? "" : " ") + one.metric;
  return name.empty() ? "" : name + " ";
}

} // namespace

std::string side_by_side(const std::pair<CellFilter, CellFilter>& cells, const MeanWithInterval& one,
                         const MeanWithInterval& other) {
  return told_apart(cells.first, cells.second) + shown(one) + ", " + told_apart(cells.second, cells.first) +
         shown(other) + (one.low || other.low ? " (95 %)" : "");
}

std::string with_bounds(const MeanWithInterval& mean) {
  return shown(mean.mean, 5) +
         (mean.low ? " [" + shown(*mean.low, 5) + ", " + shown(*mean.high, 5) + "]" : "");
}

std::string text_of(const std::map<double, SeedValues>& differences, const SeriesRange& range) {
  std::string text;
  for (const auto& [place, difference] : differences)
    text += (text.empty() ? "difference by " + range.over + ": " : ", ") + shortest(place) + ": " +
            shown(mean_of(difference));
  return text;
}

} // namespace malha
