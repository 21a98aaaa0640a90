// SPDX-License-Identifier: MIT
#pragma once
#include "judge.hpp"

namespace malha {

/// What a scenario measures: a line a cell, a column a measure with its mean and, where there are several
/// seeds, half its 95 % interval. Means over several cells, along one parameter for several runs, are a
/// matrix.
void print_measures(const Scenario& scenario, const std::vector<CellResult>& cells, std::ostream& out);

} // namespace malha
