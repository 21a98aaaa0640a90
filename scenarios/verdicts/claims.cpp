// SPDX-License-Identifier: MIT
// The rules by which claims are checked.
#include "cell_values.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/table.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

/// "2824 [2700, 2948]".
std::string with_bounds(const MeanWithInterval& mean) {
  return shown(mean.mean, 5) +
         (mean.low ? " [" + shown(*mean.low, 5) + ", " + shown(*mean.high, 5) + "]" : "");
}

bool is_near(double a, double b) {
  return std::abs(a - b) <= about_equal * std::max(std::abs(a), std::abs(b));
}

/// less, near.
bool holds_of_two(const Claim& claim, const CellValues& cells, Verdict& verdict) {
  const auto one = cells.values(claim.cell, claim.metric), other = cells.values(claim.other, claim.metric);
  const auto mean = mean_of(one), of_other = mean_of(other);
  verdict.ours = mean.mean;
  verdict.numbers = shown(mean) + " against " + shown(of_other);
  const bool same_seeds = std::equal(one.begin(), one.end(), other.begin(), other.end(),
                                     [](const auto& a, const auto& b) { return a.first == b.first; });
  if (claim.rule == Claim::Rule::near && !same_seeds)
    return is_near(mean.mean, of_other.mean);
  const auto difference = mean_of(differences(one, other));
  verdict.numbers += "; difference " + with_bounds(difference);
  return claim.rule == Claim::Rule::near ? is_near(mean.mean, of_other.mean)
                                         : difference.high.value_or(difference.mean) < 0;
}

bool is_bounded(const Claim& claim, const CellValues& cells, Verdict& verdict) {
  const auto mean = mean_of(cells.values(claim.cell, claim.metric));
  verdict.ours = mean.mean;
  verdict.numbers = shown(mean);
  return mean.mean >= claim.at_least.value_or(mean.mean) && mean.mean <= claim.at_most.value_or(mean.mean);
}

bool is_flat(const Claim& claim, const CellValues& cells, Verdict& verdict) {
  std::vector<std::pair<MeanWithInterval, std::string>> means;
  for (const auto& point : cells.series(claim.cell, claim))
    means.emplace_back(mean_of(point.values), point.label);
  const auto [least, most] = std::minmax_element(
      means.begin(), means.end(), [](const auto& a, const auto& b) { return a.first.mean < b.first.mean; });
  const auto at = [&](const auto& mean) {
    return shown(mean.first) +
           (claim.over.empty() ? " (" + mean.second + ")" : " at " + claim.over + "=" + mean.second);
  };
  verdict.numbers = "from " + at(*least) + " to " + at(*most);
  if (!(least->first.mean > 0))
    throw Unchecked{"is no ratio: the smallest mean is " + shortest(least->first.mean)};
  verdict.ours = most->first.mean / least->first.mean;
  verdict.numbers += ": ratio " + shown(*verdict.ours, 5);
  return *verdict.ours <= 1 + about_equal;
}

/// The differences of two series, by what they go over.
struct Differences {
  std::map<double, SeedValues> at;
  std::string text; ///< of their means
};

Differences differences_along(const Claim& claim, const CellValues& cells) {
  Differences along;
  const auto others = cells.series(claim.other, claim);
  for (const auto& point : cells.series(claim.cell, claim)) {
    const auto other =
        std::find_if(others.begin(), others.end(), [&](const auto& one) { return one.label == point.label; });
    const auto place = parse_number<double>(point.label);
    if (other == others.end() || !place)
      throw Unchecked{"the series do not meet at " + claim.over + "=" + point.label};
    along.at[*place] = differences(point.values, other->values);
  }
  for (const auto& [place, difference] : along.at)
    along.text += (along.text.empty() ? "difference by " + claim.over + ": " : ", ") + shortest(place) +
                  ": " + shown(mean_of(difference));
  return along;
}

/// Where the difference becomes negative for good, between two of its places by straight line.
std::optional<double> crossing_of(const std::map<double, SeedValues>& differences) {
  std::optional<double> crossing;
  std::optional<std::pair<double, double>> last;
  for (const auto& [place, values] : differences) {
    const double difference = mean_of(values).mean;
    if (last && last->second >= 0 && difference < 0)
      crossing = last->first + (place - last->first) * last->second / (last->second - difference);
    else if (difference >= 0)
      crossing.reset();
    last = {place, difference};
  }
  return crossing;
}

bool crosses(const Claim& claim, const CellValues& cells, Verdict& verdict) {
  const auto along = differences_along(claim, cells);
  verdict.ours = crossing_of(along.at);
  verdict.numbers = along.text + (verdict.ours ? "; crosses at " + shown(*verdict.ours, 5)
                                               : std::string("; does not cross for good"));
  return verdict.ours && std::abs(*verdict.ours - claim.at) <= crossing_points;
}

bool grows(const Claim& claim, const CellValues& cells, Verdict& verdict) {
  const auto along = differences_along(claim, cells);
  bool always = true;
  std::optional<double> last;
  for (const auto& [place, values] : along.at) {
    const double difference = mean_of(values).mean;
    always = always && (!last || difference > *last);
    last = difference;
  }
  const auto growth = mean_of(differences(along.at.rbegin()->second, along.at.begin()->second));
  verdict.ours = growth.mean;
  verdict.numbers = along.text + "; from first to last " + with_bounds(growth);
  return always && growth.low.value_or(growth.mean) > 0;
}

bool rejected_in_series(const CellFilter& filter, const Claim& claim, const CellValues& cells) {
  const auto points = cells.series(filter, claim);
  return std::any_of(points.begin(), points.end(),
                     [](const auto& point) { return rejected_some(point.cells); });
}

} // namespace

bool involves_rejections(const Claim& claim, const CellValues& cells) {
  switch (claim.rule) {
  case Claim::Rule::less:
  case Claim::Rule::near:
    return rejected_some(cells.cells(claim.cell)) || rejected_some(cells.cells(claim.other));
  case Claim::Rule::flat:
    return rejected_in_series(claim.cell, claim, cells);
  case Claim::Rule::crossing:
  case Claim::Rule::grows:
    return rejected_in_series(claim.cell, claim, cells) || rejected_in_series(claim.other, claim, cells);
  case Claim::Rule::bounded:
    break;
  }
  return rejected_some(cells.cells(claim.cell));
}

bool holds(const Claim& claim, const CellValues& cells, Verdict& verdict) {
  switch (claim.rule) {
  case Claim::Rule::less:
  case Claim::Rule::near:
    return holds_of_two(claim, cells, verdict);
  case Claim::Rule::flat:
    return is_flat(claim, cells, verdict);
  case Claim::Rule::crossing:
    return crosses(claim, cells, verdict);
  case Claim::Rule::grows:
    return grows(claim, cells, verdict);
  case Claim::Rule::bounded:
    break;
  }
  return is_bounded(claim, cells, verdict);
}

} // namespace malha
