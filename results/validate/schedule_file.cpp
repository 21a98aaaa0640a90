// SPDX-License-Identifier: MIT
#include "schedule_file.hpp"

#include "policies/sdk/numbers.hpp"

namespace malha {

void check_metric(const CsvReader& schedule, const std::string& metric, double of_rows, Findings& findings) {
  if (schedule.has(metric) && !is_near(schedule.real(metric), of_rows))
    findings.violation("metrics", metric + " is " + schedule.text(metric) +
                                      " in schedule.csv, the rows say " + shortest(of_rows));
}

} // namespace malha
