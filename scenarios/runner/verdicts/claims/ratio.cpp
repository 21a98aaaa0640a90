// SPDX-License-Identifier: MIT
// Two cells: how often the one holds the other.
#include "results/files/table.hpp"
#include "scenarios/runner/verdicts/bounds.hpp"
#include "scenarios/runner/verdicts/claimed_values.hpp"

namespace malha {
namespace {

class Ratio : public Statement {
public:
  explicit Ratio(const ClaimReader& claim) : cells_(claim.cells("ratio", "to")), bounds_(claim) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto one = values.of(cells_.first), other = values.of(cells_.second);
    const auto mean = mean_of(one), of_other = mean_of(other);
    verdict.numbers = side_by_side(cells_, mean, of_other);
    if (of_other.mean == 0)
      throw Unchecked{"is no ratio: the mean of the other cell is 0"};
    verdict.ours = mean.mean / of_other.mean;
    MeanWithInterval ratio{*verdict.ours, {}, {}};
    if (have_same_seeds(one, other))
      ratio = ratio_with_interval(pairs_of(one, other));
    note_interval(ratio, 1, verdict);
    verdict.numbers += ": ratio " + with_bounds(ratio);
    return bounds_.hold(*verdict.ours, about_equal);
  }

private:
  std::pair<CellFilter, CellFilter> cells_;
  Bounds bounds_;
};

} // namespace

MALHA_CLAIM("ratio", {"ratio", "to", "at_least", "at_most", "about"},
            "ratio and to with at_least, at_most or about",
            "`ratio=\"A\" to=\"B\" at_least=\"x\" at_most=\"y\"`, `ratio=\"A\" to=\"B\" about=\"x\"`",
            "mean of A / mean of B lies within the bounds; `about`: within 5 % of x", statement<Ratio>, 80)

} // namespace malha
