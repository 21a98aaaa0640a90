// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/verdicts/judge.hpp"

#include <iosfwd>

namespace malha {

/// Writes summary.csv: a row for each metric of each cell, and a column for each varied setting.
void write_summary(const std::vector<CellResult>& cells, std::ostream& out);

} // namespace malha
