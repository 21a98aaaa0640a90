// SPDX-License-Identifier: MIT
#pragma once
#include "allowed.hpp"
#include "findings.hpp"
#include "results/measures/job_classes.hpp"

#include <limits>

namespace malha {

/// What the manifest of a run says of its schedule. Without a `shows` in it, rules that traits would lift do
/// not hold: all traits count as declared.
struct RunSettings {
  Seconds warm_up = 0,
          cool_down = std::numeric_limits<Seconds>::infinity(); ///< of jobs that count in metrics
  SlowdownRule slowdowns = {};
  ClassBorders classes = {};
  bool is_instant = false;                    ///< messages take no time
  std::optional<Allowed> allowed = Allowed{}; ///< none: unknown
  Declarers declarers;                        ///< empty if the manifest does not name the actors of the run

  bool may(Trait trait) const { return !allowed || allowed->has(trait); }
  /// The largest number of attempts of a task at once; none if it is unknown.
  std::optional<std::int64_t> most_attempts() const;
  Seconds detection_delay() const { return allowed ? allowed->amount(Trait::late_detection, 0) : 0; }
  /// Whether an attempt that did not end its task may have that outcome.
  bool may_end(const std::string& outcome) const {
    return !allowed || allowed->attempts_end.count(outcome) > 0;
  }
  /// Whether attempts may be suspended, so that images keep their work.
  bool keeps_images() const { return allowed && may_end("suspended"); }
};

/// How the run measured slowdowns, by its manifest. A speed of 0 stands for the speed of its fastest
/// resource.
SlowdownRule slowdowns_in(const nlohmann::json& manifest);

/// Reads the settings in a manifest; the defaults if it is null or discarded. Throws InputError, which names
/// `file`, on a `shows` that no run writes.
RunSettings settings_in(const nlohmann::json& manifest, const std::string& file);

/// The numbers of tasks in a manifest.
struct TaskNumbers {
  bool are_known = false; ///< whether the run has a manifest
  std::int64_t submitted = 0;
  std::int64_t unfinished = 0;
  bool are_consecutive = true; ///< whether job_ids are 0, 1, 2…
};

/// Reads the numbers of tasks in a manifest; unknown if it is null. Throws InputError, which names `file`, if
/// it does not have them.
TaskNumbers task_numbers_in(const nlohmann::json& manifest, const std::string& file);

} // namespace malha
