// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/outcome.hpp"

#include <stdexcept>
#include <string>

namespace malha::testing {

/// The value of a metric of a run. Throws std::runtime_error when the run has no such metric.
inline double metric_of(const Outcome& outcome, const std::string& name) {
  for (const auto& one : outcome.metrics)
    if (one.name == name)
      return one.value;
  throw std::runtime_error("no metric " + name);
}

} // namespace malha::testing
