// SPDX-License-Identifier: MIT
// A metric that nothing is wrong with, for tests of plugins that change.
#include "results/measures/metric.hpp"

namespace malha {
namespace {

std::optional<double> one(const RunTotals&) { return 1; }

} // namespace

MALHA_METRIC("ones", "count", "is 1", {one, nullptr})

} // namespace malha
