// SPDX-License-Identifier: MIT
#include "claimed_values.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"

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

void note_interval(const MeanWithInterval& mean, std::optional<double> reference, Verdict& verdict) {
  verdict.claim_value = mean.mean;
  verdict.claim_low = mean.low;
  verdict.claim_high = mean.high;
  verdict.claim_reference = reference;
}

MeanWithInterval note_differences(const SeedValues& differences, Verdict& verdict) {
  const auto mean = mean_of(differences);
  note_interval(mean, 0, verdict);
  for (const auto& [seed, difference] : differences)
    verdict.claim_seeds.push_back(difference);
  return mean;
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
  const auto text = shown(mean.mean, 5);
  if (mean.low && mean.high)
    return text + " [" + shown(*mean.low, 5) + ", " + shown(*mean.high, 5) + "]";
  return text + (mean.low    ? ", at least " + shown(*mean.low, 5)
                 : mean.high ? ", at most " + shown(*mean.high, 5)
                             : "");
}

std::string text_of(const std::map<double, SeedValues>& differences, const SeriesRange& range) {
  std::string text;
  for (const auto& [place, difference] : differences)
    text += (text.empty() ? "difference by " + range.over + ": " : ", ") + shortest(place) + ": " +
            shown(mean_of(difference));
  return text;
}

} // namespace malha
