// SPDX-License-Identifier: MIT
#pragma once
#include "results/measures/metrics.hpp"

#include <map>

namespace malha::testing {

/// The values of a run of 1000 s, by metric.
inline std::map<std::string, double> values_of(const ScheduleMetrics& metrics) {
  std::map<std::string, double> values;
  for (const auto& metric : metrics.values(1000))
    values[metric.name] = metric.value;
  return values;
}

} // namespace malha::testing
