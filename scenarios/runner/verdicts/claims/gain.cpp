// SPDX-License-Identifier: MIT
// Two cells: by how much the one is above the other.
#include "results/files/table.hpp"
#include "scenarios/runner/verdicts/bounds.hpp"
#include "scenarios/runner/verdicts/claimed_values.hpp"

namespace malha {
namespace {

/// Tolerance of a gain, in points.
constexpr double gain_points = 2;

class Gain : public Statement {
public:
  explicit Gain(const ClaimReader& claim) : cells_(claim.cells("gain", "against")), bounds_(claim) {
    if (bounds_.has_about() && claim.unit() != "%")
      claim.fail("has 'about' for a gain in " + claim.unit() +
                 "; valid: at_least, at_most, or a metric in %");
  }

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto one = values.of(cells_.first), other = values.of(cells_.second);
    const auto gain = note_differences(differences(one, other), verdict);
    verdict.ours = gain.mean;
    verdict.numbers =
        side_by_side(cells_, mean_of(one), mean_of(other)) + "; difference " + with_bounds(gain);
    return bounds_.hold(gain.mean, 0, gain_points);
  }

private:
  std::pair<CellFilter, CellFilter> cells_;
  Bounds bounds_;
};

} // namespace

MALHA_CLAIM(
    "gain", {"gain", "against", "at_least", "at_most", "about"},
    "gain and against with at_least, at_most or about",
    "`gain=\"A\" against=\"B\" at_least=\"x\" at_most=\"y\"`, `gain=\"A\" against=\"B\" about=\"x\"`",
    "the mean of (A - B), in pairs, lies within the bounds; `about`, of a metric in %: within 2 points "
    "of x",
    statement<Gain>, 70)

} // namespace malha
