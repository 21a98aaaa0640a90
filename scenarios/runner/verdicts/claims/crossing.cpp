// SPDX-License-Identifier: MIT
// Two series: the one falls below the other for good, about where the source says.
#include "results/files/table.hpp"
#include "scenarios/runner/verdicts/claimed_values.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

/// Tolerance of the place of a crossing, in points: the parameter is in percent.
constexpr double crossing_points = 10;

class Crossing : public Statement {
public:
  explicit Crossing(const ClaimReader& claim)
      : series_(claim.two_series("crossing", "with")), at_(claim.number("at")) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto along = values.differences_along(series_.one, series_.other, series_.range);
    verdict.ours = place_in(along);
    verdict.numbers = text_of(along, series_.range);
    if (verdict.ours) {
      const auto place = with_interval(*verdict.ours, along);
      note_interval(place, at_, verdict);
      verdict.numbers += "; crosses at " + with_bounds(place);
    } else {
      verdict.numbers += "; does not cross for good";
    }
    return verdict.ours && std::abs(*verdict.ours - at_) <= crossing_points;
  }

private:
  /// Where the difference becomes negative for good, between two of its places by straight line.
  static std::optional<double> place_in(const std::map<double, SeedValues>& differences) {
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

  /// The places at which the mean difference may be 0. An end is missing where that is so beyond the series.
  static MeanWithInterval with_interval(double crossing, const std::map<double, SeedValues>& along) {
    MeanWithInterval place{crossing, crossing, crossing};
    for (auto point = along.begin(), next = std::next(point); next != along.end(); point = next++) {
      if (point->second.size() < 2 || !have_same_seeds(point->second, next->second))
        return {crossing, {}, {}};
      if (const auto zeros = zeros_between(pairs_of(point->second, next->second))) {
        const double way = next->first - point->first;
        place.low = std::min(*place.low, point->first + zeros->first * way);
        place.high = std::max(*place.high, point->first + zeros->second * way);
      }
    }
    if (*place.low == along.begin()->first)
      place.low.reset();
    if (*place.high == along.rbegin()->first)
      place.high.reset();
    return place;
  }

  ClaimReader::TwoSeries series_;
  double at_;
};

} // namespace

MALHA_CLAIM(
    "crossing", {"crossing", "with", "over", "at", "from", "up_to"}, "crossing, with, over and at",
    "`crossing=\"series\" with=\"series\" over=\"parameter\" at=\"50\"`",
    "from some point on the first series stays below the second, and that point, by straight line, is "
    "within 10 of `at` (in percent)",
    statement<Crossing>, 40)

} // namespace malha
