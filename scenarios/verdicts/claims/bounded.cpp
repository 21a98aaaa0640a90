// SPDX-License-Identifier: MIT
// One cell: its mean lies within bounds.
#include "results/table.hpp"
#include "scenarios/verdicts/claimed_values.hpp"

namespace malha {
namespace {

class Bounded : public Statement {
public:
  explicit Bounded(const ClaimReader& claim)
      : cell_(claim.cell("cell")), at_least_(claim.optional_number("at_least")),
        at_most_(claim.optional_number("at_most")) {
    if (!at_least_ && !at_most_)
      claim.fail_without_statement();
    if (at_least_ && at_most_ && *at_least_ > *at_most_)
      claim.fail("'at_least' is above 'at_most'");
  }

  bool holds(ClaimedValues& values, Verdict& verdict) const override {
    const auto mean = mean_of(values.of(cell_));
    verdict.ours = mean.mean;
    verdict.numbers = shown(mean);
    return mean.mean >= at_least_.value_or(mean.mean) && mean.mean <= at_most_.value_or(mean.mean);
  }

private:
  CellFilter cell_;
  std::optional<double> at_least_, at_most_;
};

} // namespace

MALHA_CLAIM("cell", {"cell", "at_least", "at_most"}, "cell with at_least, at_most or both",
            "`cell=\"A\" at_least=\"x\" at_most=\"y\"`", "the mean lies within the bounds",
            statement<Bounded>, 60)

} // namespace malha
