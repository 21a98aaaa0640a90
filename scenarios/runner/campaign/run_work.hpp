// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"

namespace malha {

/// A planned run as the processes that simulate it are told of it.
struct SerializedRun {
  RunRequest request;
  std::string hash;
  std::shared_ptr<const PlannedCell> planned;
  std::filesystem::path folder; ///< that is to hold its records; "": metrics only

  /// All of it as bytes.
  std::string bytes() const;
  static SerializedRun from(const std::string& bytes);
};

/// How runs, told as bytes, are prepared and simulated. What is prepared for a group of runs is their ground.
/// A run whose inputs are no longer those of its hash is bad input. The library must outlive the work.
SerializedWork run_work(const Library& library, const CommandInfo& command);

} // namespace malha
