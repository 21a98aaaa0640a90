// SPDX-License-Identifier: MIT
#pragma once
#include "results/validate/run_reader.hpp"

#include <nlohmann/json_fwd.hpp>

namespace malha::page {

/// How many nodes the jobs have over time that may change their size, and how many of them run, from the rows
/// of a run.
class SizesOverTime {
public:
  /// Adds an attempt, if it is of such a job.
  void add(const RanRow& row);
  /// Adds the chart; nothing if no such job ran.
  void add_chart(nlohmann::json& charts);

private:
  RunSteps steps_; ///< their "waiting" tasks are those that run
};

} // namespace malha::page
