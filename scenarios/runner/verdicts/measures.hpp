// SPDX-License-Identifier: MIT
#pragma once
#include "judge.hpp"

namespace malha {

/// Prints the measures of a scenario. The table has one line for each cell, and one column for each measure:
/// its mean and, for several seeds, half its 95 % interval. Means over several cells, along one
/// parameter for several runs, become a matrix.
void print_measures(const Scenario& scenario, const std::vector<CellResult>& cells, std::ostream& out);

} // namespace malha
