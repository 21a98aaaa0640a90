// SPDX-License-Identifier: MIT
#pragma once
#include "cell_values.hpp"

namespace malha {

/// Adds to the verdict of each published value what a value without knowledge of its cell scores: a constant,
/// and another run. `verdicts` are those of the scenarios, in their order: of each first its published
/// values.
void add_null_models(const std::vector<Scenario>& scenarios, const CellValues& cells,
                     std::vector<Verdict>& verdicts);

/// A published value with its tolerance.
using ToleratedValue = std::pair<double, Tolerance>;

/// The constant that agrees with most of the values; of several constants, the smallest that is an end of a
/// tolerance. Requires a value.
double best_constant(const std::vector<ToleratedValue>& values);

} // namespace malha
