// SPDX-License-Identifier: MIT
// A metric that does not say what it means.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

std::optional<double> one(const RunTotals&) { return 1; }

} // namespace

MALHA_METRIC("unmeant", "count", "", {one, nullptr})

} // namespace malha
