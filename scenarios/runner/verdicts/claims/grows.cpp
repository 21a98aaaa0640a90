// SPDX-License-Identifier: MIT
// Two series: the difference of the one from the other increases along what they go over.
#include "scenarios/runner/verdicts/claimed_values.hpp"

namespace malha {
namespace {

class Growth : public Statement {
public:
  explicit Growth(const ClaimReader& claim) : series_(claim.two_series("grows", "against")) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto along = values.differences_along(series_.one, series_.other, series_.range);
    bool always = true;
    std::optional<double> last;
    for (const auto& [place, difference] : along) {
      const double mean = mean_of(difference).mean;
      always = always && (!last || mean > *last);
      last = mean;
    }
    const auto growth = note_differences(differences(along.rbegin()->second, along.begin()->second), verdict);
    verdict.ours = growth.mean;
    verdict.numbers = text_of(along, series_.range) + "; from first to last " + with_bounds(growth);
    return always && growth.low.value_or(growth.mean) > 0;
  }

private:
  ClaimReader::TwoSeries series_;
};

} // namespace

MALHA_CLAIM(
    "grows", {"grows", "against", "over", "from", "up_to"}, "grows, against and over",
    "`grows=\"series\" against=\"series\" over=\"parameter\"`",
    "the mean of (first - second) increases from each value to the next, in the order of numbers, and "
    "the 95 % interval of its growth from the first value to the last, in pairs, lies above 0 (one "
    "seed: it does)",
    statement<Growth>, 50)

} // namespace malha
