// SPDX-License-Identifier: MIT
#pragma once
#include "allowed.hpp"
#include "findings.hpp"
#include "policies/sdk/job.hpp"
#include "results/measures/job_classes.hpp"

#include <filesystem>
#include <limits>

namespace malha {

/// The rules that a schedule keeps. Without a manifest's `shows` nobody can tell whether those hold that
/// traits would waive: all traits are then as good as declared.
struct RunRules {
  Seconds warm_up = 0, cool_down = std::numeric_limits<Seconds>::infinity(); ///< as jobs count in metrics
  SlowdownRule slowdowns = {};
  ClassBorders classes = {};
  bool is_instant = false;                  ///< messages take no time
  std::optional<Allowed> shown = Allowed{}; ///< none: it is not known
  Declarers declarers;                      ///< empty where the manifest does not say who was in the run

  bool may(Trait trait) const { return !shown || shown->has(trait); }
  /// Attempts of a task at once, at most; nothing where that is not known.
  std::optional<std::int64_t> most_attempts() const;
  Seconds detection_delay() const { return shown ? shown->amount(Trait::late_detection, 0) : 0; }
  /// Whether an attempt that did not end its task may have that outcome.
  bool may_end(const std::string& outcome) const { return !shown || shown->attempts_end.count(outcome) > 0; }
};

/// How the run measured slowdowns. A speed of 0 stands for that of its fastest resource.
SlowdownRule slowdowns_in(const nlohmann::json& manifest);

/// What a run's manifest says; null and discarded ones say nothing. Throws InputError, which names `file`.
RunRules rules_of(const nlohmann::json& manifest, const std::string& file);

} // namespace malha
