// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"
#include "costs.hpp"

namespace malha {

/// Limits of probes, in real time.
struct ProbeLimits {
  Seconds for_one = 20;
  Seconds for_all = 60;
};

/// The times of a campaign as far as they are known before it is submitted.
struct TimeProbes {
  Costs costs;
  std::size_t cells = 0;  ///< of the scenarios that were probed
  std::size_t timed = 0;  ///< cells that were run to their end
  std::size_t cut = 0;    ///< cells that were killed: their costs are lower bounds
  std::size_t failed = 0; ///< cells that ended without results: nothing is known of them
  int interrupted_by = 0; ///< the signal that ended the probes
};

/// Measures the times of a campaign. A shipped scenario without changes has the `known` costs. Of any other
/// scenario some cells run here, spread evenly over the scenario, each with its first seed; the scenarios
/// take turns. A probe that takes too long is killed, and its time is a lower bound. No results of probes are
/// kept.
TimeProbes probe_times(const std::vector<PlannedRun>& runs, const Costs& known, const Library& library,
                       const ProbeLimits& limits = {});

/// The measured cells, and those whose time is guessed, as a sentence; "": nothing was measured.
std::string text_of(const TimeProbes& probes);

} // namespace malha
