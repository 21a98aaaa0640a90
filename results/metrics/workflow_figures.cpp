// SPDX-License-Identifier: MIT
// How well workflows (DAGs) use the resources (topcuoglu2002, section 5.1): means over the workflows whose
// tasks have all completed, and how long they compute on their critical paths. Runs without such workflows
// have no values.
#include "results/measures/dag_figures.hpp"
#include "results/measures/metric.hpp"

namespace malha {
namespace {

template <double workflow::Figures::*figure>
std::optional<double> mean_over_dags(const RunTotals& totals) {
  const auto means = totals.dags->means();
  return means ? std::optional((*means).*figure) : std::nullopt;
}

std::optional<double> mean_critical_path(const RunTotals& totals) {
  return totals.dags->mean_critical_path();
}

MALHA_METRIC("mean_slr", "1",
             "mean over workflows of makespan / least run times along the critical path of least run times",
             from_totals(mean_over_dags<&workflow::Figures::slr>), 200, false, false, Better::less)
MALHA_METRIC("mean_speedup", "1", "mean over workflows of least time of all tasks on one resource / makespan",
             from_totals(mean_over_dags<&workflow::Figures::speedup>), 201, false, false, Better::more)
MALHA_METRIC("mean_efficiency", "1", "mean over workflows of speedup / resources",
             from_totals(mean_over_dags<&workflow::Figures::efficiency>), 202, false, false, Better::more)
MALHA_METRIC("mean_critical_path", "s",
             "mean over workflows of the run times on the realised critical path: the last task, its last "
             "parent, and so on",
             from_totals(mean_critical_path), 203)

} // namespace
} // namespace malha
