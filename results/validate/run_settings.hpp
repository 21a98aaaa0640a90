// SPDX-License-Identifier: MIT
#pragma once
#include "allowed.hpp"
#include "findings.hpp"
#include "results/measures/job_classes.hpp"
#include "stretches.hpp"

#include <limits>

namespace malha {

/// What the manifest of a run says of its schedule. If it has no `shows`, all traits and outcomes count as
/// declared, so that rules which a trait would lift find no violation.
struct RunSettings {
  /// The dates between which jobs are submitted that count in means and maxima.
  Seconds warm_up = 0, cool_down = std::numeric_limits<Seconds>::infinity();
  SlowdownRule slowdowns = {};
  ClassBorders classes = {};
  FrequencySettings frequencies = {};
  bool is_instant = false;      ///< whether messages take no time
  bool delays_are_busy = false; ///< whether jobs without work draw power as if they computed
  bool is_cap_strict = true;    ///< whether the power must not be above the cap, if there is one
  std::optional<Allowed> allowed = Allowed{}; ///< nothing by default; none: the manifest has no `shows`
  Declarers declarers;                        ///< empty if the manifest does not name the actors of the run

  /// Whether the schedule may show the trait.
  bool may(Trait trait) const { return !allowed || allowed->has(trait); }
  /// The largest number of attempts that a task may have at once; none if it is unknown.
  std::optional<std::int64_t> most_attempts() const;
  /// The longest time from the failure of a resource to the date at which it is known; 0 if none is declared.
  Seconds detection_delay() const { return allowed ? allowed->amount(Trait::late_detection, 0) : 0; }
  /// Whether an attempt that did not end its task may have that outcome.
  bool may_end(const std::string& outcome) const {
    return !allowed || allowed->attempts_end.count(outcome) > 0;
  }
  /// Whether attempts may be suspended, so that images keep their work.
  bool keeps_images() const { return allowed && may_end("suspended"); }
};

/// The rule by which the run measured slowdowns, from its manifest. A speed of 0 stands for the speed of the
/// fastest resource of the run.
SlowdownRule slowdowns_in(const nlohmann::json& manifest);

/// Reads the settings in a manifest. They are the defaults, without `allowed`, if the manifest is null or
/// discarded, which is the result of parsing damaged JSON. Throws InputError, which names `file`, if `shows`
/// has what no run writes.
RunSettings settings_in(const nlohmann::json& manifest, const std::string& file);

/// The numbers of tasks in a manifest.
struct TaskNumbers {
  bool are_known = false; ///< whether the run has a manifest
  std::int64_t submitted = 0;
  std::int64_t unfinished = 0;
  bool are_consecutive = true; ///< whether the ids of tasks are 0, 1, 2…
};

/// Reads the numbers of tasks in a manifest; unknown if the manifest is null. Throws InputError, which names
/// `file`, if the manifest does not have them.
TaskNumbers task_numbers_in(const nlohmann::json& manifest, const std::string& file);

} // namespace malha
