// SPDX-License-Identifier: MIT
// A series: all its means are about equal.
#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/verdicts/claimed_values.hpp"

#include <algorithm>

namespace malha {
namespace {

class Flat : public Statement {
public:
  explicit Flat(const ClaimReader& claim) : series_(claim.series("flat")) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto& [cells, range] = series_;
    const auto points = values.series(cells, range);
    std::vector<std::pair<MeanWithInterval, std::string>> means;
    for (const auto& point : points)
      means.emplace_back(mean_of(point.values), point.label);
    const auto [least, most] = std::minmax_element(
        means.begin(), means.end(), [](const auto& a, const auto& b) { return a.first.mean < b.first.mean; });
    verdict.numbers = "from " + text_of(*least) + " to " + text_of(*most);
    if (!(least->first.mean > 0))
      throw Unchecked{"is no ratio: the smallest mean is " + shortest(least->first.mean)};
    verdict.ours = most->first.mean / least->first.mean;
    MeanWithInterval ratio{*verdict.ours, {}, {}};
    if (const auto interval = interval_of(points)) {
      ratio.low = interval->low;
      ratio.high = interval->high;
    }
    note_interval(ratio, 1, verdict);
    verdict.numbers += ": ratio " + with_bounds(ratio);
    return *verdict.ours <= 1 + about_equal;
  }

private:
  /// Of the greatest ratio of two true means; nothing unless all points have the same seeds.
  static std::optional<MeanWithInterval> interval_of(const std::vector<Point>& points) {
    std::vector<std::vector<double>> things;
    bool resamples = true;
    for (const auto& point : points) {
      if (points.size() < 2 || !have_same_seeds(point.values, points.front().values))
        return std::nullopt;
      things.push_back(point.values.numbers());
      resamples = resamples && point.values.resamples;
    }
    return greatest_ratio(things, resamples);
  }

  /// "120 ± 3 at crashes.share=5".
  std::string text_of(const std::pair<MeanWithInterval, std::string>& mean) const {
    const auto& over = series_.second.over;
    return shown(mean.first) + (over.empty() ? " (" + mean.second + ")" : " at " + over + "=" + mean.second);
  }

  std::pair<CellFilter, SeriesRange> series_;
};

} // namespace

MALHA_CLAIM(
    "flat", {"flat", "over", "from", "up_to", "runs"}, "flat",
    "`flat=\"series\"`, `flat=\"series\" over=\"parameter\"`, `flat=\"series\" over=\"run\" runs=\"a b\"`",
    "largest mean / smallest mean is at most 1.05", statement<Flat>, 30)

} // namespace malha
