// SPDX-License-Identifier: MIT
#pragma once
#include "quantities.hpp"

#include <string>
#include <vector>

namespace malha {

/// An extension of a job: it runs already when the run begins, as a job of a real site that is looked at
/// while it works. Its policy is not asked where and when it starts.
struct RunsAlready {
  /// What it holds of a host.
  struct Part {
    std::string host;
    int resources; ///< 1 if jobs get whole hosts, otherwise CPUs
  };

  Seconds started; ///< at date 0 or before
  std::vector<Part> on;
};

/// An extension of a job: the priority that it had where it was recorded.
struct RecordedPriority {
  double priority;
};

} // namespace malha
