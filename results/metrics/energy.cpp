// SPDX-License-Identifier: MIT
// What a run made of its energy as a whole. The actors that keep the account of energy have the rest.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

std::optional<double> energy_delay_product(const RunTotals& totals) {
  const auto makespan = totals.makespan();
  return makespan && totals.simulation && totals.simulation->energy
             ? std::optional(*totals.simulation->energy * *makespan)
             : std::nullopt;
}

} // namespace

MALHA_METRIC("edp", "J s", "energy x makespan", from_totals(energy_delay_product), 85, false, false,
             Better::less)

} // namespace malha
