// SPDX-License-Identifier: MIT
// One cell: its mean lies within bounds.
#include "results/files/table.hpp"
#include "scenarios/runner/verdicts/bounds.hpp"
#include "scenarios/runner/verdicts/claimed_values.hpp"

namespace malha {
namespace {

class Bounded : public Statement {
public:
  explicit Bounded(const ClaimReader& claim) : cell_(claim.cell("cell")), bounds_(claim) {}

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto mean = mean_of(values.of(cell_));
    verdict.ours = mean.mean;
    verdict.numbers = shown(mean);
    note_interval(mean, {}, verdict);
    return bounds_.hold(mean.mean, about_equal);
  }

private:
  CellFilter cell_;
  Bounds bounds_;
};

} // namespace

MALHA_CLAIM("cell", {"cell", "at_least", "at_most", "about"}, "cell with at_least, at_most or about",
            "`cell=\"A\" at_least=\"x\" at_most=\"y\"`, `cell=\"A\" about=\"x\"`",
            "the mean lies within the bounds; `about`: within 5 % of x", statement<Bounded>, 60)

} // namespace malha
