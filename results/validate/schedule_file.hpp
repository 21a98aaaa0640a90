// SPDX-License-Identifier: MIT
#pragma once
#include "findings.hpp"
#include "rows.hpp"

namespace malha {

/// Reports a violation if schedule.csv has a metric, and its value differs from `of_rows`: the value that the
/// rows of the other files give. `schedule` stands at the row.
void check_metric(const CsvReader& schedule, const std::string& metric, double of_rows, Findings& findings);

} // namespace malha
