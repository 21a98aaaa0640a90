// SPDX-License-Identifier: MIT
// A claim rule of one file: the mean of one cell is at least twice that of another.
#include "results/files/table.hpp"
#include "scenarios/runner/verdicts/claimed_values.hpp"

namespace malha {
namespace {

class Twice : public Statement {
public:
  explicit Twice(const ClaimReader& claim) : cells_(claim.cells("twice", "of")) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto mean = mean_of(values.of(cells_.first)), of_other = mean_of(values.of(cells_.second));
    verdict.ours = mean.mean;
    verdict.numbers = shown(mean) + " against twice " + shown(of_other);
    return mean.mean >= 2 * of_other.mean;
  }

private:
  std::pair<CellFilter, CellFilter> cells_;
};

} // namespace

MALHA_CLAIM("twice", {"twice", "of"}, "twice and of", "`twice=\"A\" of=\"B\"`", "A is at least 2 B",
            statement<Twice>)

} // namespace malha
