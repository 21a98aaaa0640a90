// SPDX-License-Identifier: MIT
// What only the simulation knows: its messages, whether it was cut, and the machine of the workload.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

/// None where only the rows of a run are there.
template <class Value>
std::optional<double> of_simulation(const RunTotals& totals, Value SimulationEnd::*value) {
  return totals.simulation ? std::optional(static_cast<double>((*totals.simulation).*value)) : std::nullopt;
}

std::optional<double> messages(const RunTotals& totals) {
  return of_simulation(totals, &SimulationEnd::messages);
}
std::optional<double> message_bytes(const RunTotals& totals) {
  return of_simulation(totals, &SimulationEnd::message_bytes);
}
std::optional<double> messages_unread(const RunTotals& totals) {
  return of_simulation(totals, &SimulationEnd::messages_unread);
}
std::optional<double> cut(const RunTotals& totals) { return of_simulation(totals, &SimulationEnd::is_cut); }
std::optional<double> recorded_nodes(const RunTotals& totals) {
  if (!totals.simulation || !totals.simulation->recorded_nodes)
    return std::nullopt;
  return static_cast<double>(*totals.simulation->recorded_nodes);
}

} // namespace

MALHA_METRIC("messages", "count", "messages sent, over all kinds", from_totals(messages), 130)
MALHA_METRIC("message_bytes", "B", "bytes of those messages", from_totals(message_bytes), 140)
MALHA_METRIC("messages_unread", "count", "messages sent and not received when the run ended",
             from_totals(messages_unread), 150)
MALHA_METRIC("cut", "1", "1 when the run was cut at max_time, else 0", from_totals(cut), 160)
MALHA_METRIC("recorded_nodes", "count",
             "nodes of the machine that the workload was recorded on, if the platform has another number",
             from_totals(recorded_nodes), 170)

} // namespace malha
