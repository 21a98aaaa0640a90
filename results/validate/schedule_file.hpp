// SPDX-License-Identifier: MIT
#pragma once
#include "findings.hpp"
#include "rows.hpp"

namespace malha {

/// Compares a metric in the row of schedule.csv, if it has the metric, with the value from the other files.
void check_metric(const CsvReader& schedule, const std::string& metric, double of_rows, Findings& findings);

} // namespace malha
