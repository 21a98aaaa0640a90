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
