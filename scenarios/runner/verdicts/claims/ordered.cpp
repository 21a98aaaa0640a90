// SPDX-License-Identifier: MIT
// A series: its means go one way along numbers.
#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/verdicts/claimed_values.hpp"

namespace malha {
namespace {

class Ordered : public Statement {
public:
  explicit Ordered(const ClaimReader& claim)
      : series_(claim.series_of_numbers("ordered")),
        way_(claim.one_of("as", {"rising", "falling", "not_rising", "not_falling"})) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    std::map<double, MeanWithInterval> means;
    std::map<double, SeedValues> along;
    for (const auto& point : values.series(series_.first, series_.second)) {
      const auto place = parse_number<double>(point.label);
      if (!place)
        throw Unchecked{"'" + point.label + "' of " + series_.second.over + " is no number"};
      means[*place] = mean_of(point.values);
      along[*place] = point.values;
    }
    bool always = true;
    for (auto point = means.begin(); point != means.end(); ++point) {
      verdict.numbers += (point == means.begin() ? series_.second.over + ": " : ", ") +
                         shortest(point->first) + ": " + shown(point->second);
      always =
          always && (point == means.begin() || goes_on(std::prev(point)->second.mean, point->second.mean));
    }
    verdict.ours = means.rbegin()->second.mean - means.begin()->second.mean;
    note_least_step(along, verdict);
    return always;
  }

private:
  bool rises() const { return way_ == "rising" || way_ == "not_falling"; }

  /// From one value to the next, in pairs, the way that the claim says: all steps go it where the least does.
  void note_least_step(const std::map<double, SeedValues>& along, Verdict& verdict) const {
    std::vector<std::vector<double>> steps;
    bool resamples = true;
    for (auto point = along.begin(), next = std::next(point); next != along.end(); point = next++) {
      const auto& from = rises() ? point->second : next->second;
      const auto& to = rises() ? next->second : point->second;
      if (!have_same_seeds(from, to))
        return;
      steps.push_back(differences(to, from).numbers());
      resamples = resamples && from.resamples && to.resamples;
    }
    if (steps.empty())
      return;
    const auto least = least_mean(steps, resamples);
    note_interval(least, 0, verdict);
    if (!least.low)
      return;
    verdict.numbers += std::string("; least ") + (rises() ? "rise " : "fall ") + with_bounds(least);
  }

  bool goes_on(double from, double to) const {
    return way_ == "rising"       ? to > from
           : way_ == "falling"    ? to < from
           : way_ == "not_rising" ? to <= from
                                  : to >= from;
  }

  std::pair<CellFilter, SeriesRange> series_;
  std::string way_;
};

} // namespace

MALHA_CLAIM(
    "ordered", {"ordered", "over", "as", "from", "up_to"}, "ordered, over and as",
    "`ordered=\"series\" over=\"parameter\" as=\"rising\"`, or `falling`, `not_rising`, `not_falling`",
    "from each value to the next, in the order of numbers, the mean increases, decreases, does not increase, "
    "does not decrease",
    statement<Ordered>, 55)

} // namespace malha
