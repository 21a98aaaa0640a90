// SPDX-License-Identifier: MIT
// Two series: the one falls below the other for good, about where the source says.
#include "results/table.hpp"
#include "scenarios/verdicts/claimed_values.hpp"

#include <cmath>

namespace malha {
namespace {

/// A crossing is where the source puts it within so many points: the parameter is in percent.
constexpr double crossing_points = 10;

class Crossing : public Statement {
public:
  explicit Crossing(const ClaimReader& claim)
      : series_(claim.two_series("crossing", "with")), at_(claim.number("at")) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto along = values.differences_along(series_.one, series_.other, series_.range);
    verdict.ours = place_in(along);
    verdict.numbers =
        text_of(along, series_.range) +
        (verdict.ours ? "; crosses at " + shown(*verdict.ours, 5) : "; does not cross for good");
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
