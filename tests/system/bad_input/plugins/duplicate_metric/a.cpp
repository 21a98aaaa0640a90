// SPDX-License-Identifier: MIT
// A metric of a name that another plugin has.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

std::optional<double> one(const RunTotals&) { return 1; }

} // namespace

MALHA_METRIC("one", "count", "is 1", {one, nullptr})

} // namespace malha
