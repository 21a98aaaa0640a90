// SPDX-License-Identifier: MIT
// A series: all its means are about equal.
#include "policies/sdk/numbers.hpp"
#include "results/table.hpp"
#include "scenarios/verdicts/claimed_values.hpp"

#include <algorithm>

namespace malha {
namespace {

class Flat : public Statement {
public:
  explicit Flat(const ClaimReader& claim) : series_(claim.series("flat")) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto& [cells, range] = series_;
    std::vector<std::pair<MeanWithInterval, std::string>> means;
    for (const auto& point : values.series(cells, range))
      means.emplace_back(mean_of(point.values), point.label);
    const auto [least, most] = std::minmax_element(
        means.begin(), means.end(), [](const auto& a, const auto& b) { return a.first.mean < b.first.mean; });
    verdict.numbers = "from " + text_of(*least) + " to " + text_of(*most);
    if (!(least->first.mean > 0))
      throw Unchecked{"is no ratio: the smallest mean is " + shortest(least->first.mean)};
    verdict.ours = most->first.mean / least->first.mean;
    verdict.numbers += ": ratio " + shown(*verdict.ours, 5);
    return *verdict.ours <= 1 + about_equal;
  }

private:
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
