// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"

namespace malha {

/// A planned run as it is sent to the processes that simulate it. Of `planned` only the inputs, the binaries
/// and the hash are sent.
struct SerializedRun {
  RunRequest request;
  std::string hash;
  std::shared_ptr<const PlannedCell> planned;
  std::filesystem::path folder; ///< for its records; "": metrics only

  std::string bytes() const;
  static SerializedRun from(const std::string& bytes);
};

/// Makes the functions that prepare and simulate serialized runs. The runs of a group share a prepared
/// platform. A run whose inputs have changed since its hash was made is bad input. The library must outlive
/// the work.
SerializedWork run_work(const Library& library, const CommandInfo& command);

} // namespace malha
