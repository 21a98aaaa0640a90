// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <limits>
#include <optional>

namespace malha {

/// What a decision log can promise.
struct LogRules {
  bool heads_may_change = false; ///< a job may lose its place at the head of the queue to another one
  bool starts_are_late = false;  ///< a job starts, and reports its end, some time after it is told to
};

/// What the attempts of a task may be where tasks run in copies, and are lost with their resources.
struct CopyRules {
  std::optional<std::int64_t> most; ///< at once; none: it is not known
  bool may_resume = false;          ///< what a lost attempt did may count (checkpoints)
  bool end_together = false;        ///< copies are cancelled at the date at which one of them ends
  Seconds detection_delay = 0;      ///< from a loss to the date at which it is known, at least
};

/// What the manifest of a run says of the rules that its schedule keeps.
struct RunRules {
  Seconds warm_up = 0, cool_down = std::numeric_limits<Seconds>::infinity(); ///< as jobs count in metrics
  bool may_outlive = false;                                                  ///< a job its walltime
  bool ignores_fragments = false;
  LogRules log;
  std::optional<CopyRules> copies; ///< none: a job runs once at a time
};

/// Where the manifest does not tell the architecture, the outcomes in attempts.csv do.
RunRules rules_of(const nlohmann::json& manifest, const std::filesystem::path& attempts);

} // namespace malha
