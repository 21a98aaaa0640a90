// SPDX-License-Identifier: MIT
// Two cells: the values of the one are below those of the other.
#include "results/files/table.hpp"
#include "scenarios/runner/verdicts/claimed_values.hpp"

namespace malha {
namespace {

class Less : public Statement {
public:
  explicit Less(const ClaimReader& claim) : cells_(claim.cells("less", "than")) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto one = values.of(cells_.first), other = values.of(cells_.second);
    const auto mean = mean_of(one);
    verdict.ours = mean.mean;
    verdict.numbers = side_by_side(cells_, mean, mean_of(other));
    const auto difference = note_differences(differences(one, other), verdict);
    verdict.numbers += "; difference " + with_bounds(difference);
    return difference.high.value_or(difference.mean) < 0;
  }

private:
  std::pair<CellFilter, CellFilter> cells_;
};

} // namespace

MALHA_CLAIM("less", {"less", "than"}, "less and than", "`less=\"A\" than=\"B\"`",
            "the 95 % interval of the paired differences lies below 0 (one seed: A < B)", statement<Less>, 10)

} // namespace malha
