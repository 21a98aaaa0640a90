// SPDX-License-Identifier: MIT
// Two cells: their means are about equal.
#include "results/files/table.hpp"
#include "scenarios/runner/verdicts/claimed_values.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

class Near : public Statement {
public:
  explicit Near(const ClaimReader& claim) : cells_(claim.cells("near", "to")) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto one = values.of(cells_.first), other = values.of(cells_.second);
    const auto mean = mean_of(one), of_other = mean_of(other);
    verdict.ours = mean.mean;
    verdict.numbers = side_by_side(cells_, mean, of_other);
    if (have_same_seeds(one, other))
      verdict.numbers += "; difference " + with_bounds(note_differences(differences(one, other), verdict));
    return std::abs(mean.mean - of_other.mean) <=
           about_equal * std::max(std::abs(mean.mean), std::abs(of_other.mean));
  }

private:
  std::pair<CellFilter, CellFilter> cells_;
};

} // namespace

MALHA_CLAIM("near", {"near", "to"}, "near and to", "`near=\"A\" to=\"B\"`", "the means are within 5 %",
            statement<Near>, 20)

} // namespace malha
