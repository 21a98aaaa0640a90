// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"
#include "costs.hpp"

namespace malha {

/// Limits of probes, in real time.
struct ProbeLimits {
  Seconds for_one = 20;
  Seconds for_all = 60; ///< no probe starts later
};

/// The times of a campaign as far as they are known before it is submitted.
struct TimeProbes {
  Costs costs;
  std::size_t cells = 0;  ///< of the scenarios that were probed
  std::size_t timed = 0;  ///< cells that were run to their end
  std::size_t cut = 0;    ///< cells that were killed: their costs are lower bounds
  std::size_t failed = 0; ///< cells that ended without results: nothing is known of them
  int interrupted_by = 0; ///< signal that ended the probes; 0: none
};

/// Measures the times of a campaign. A scenario that `known` has, and that the command line does not alter,
/// takes its time from there. Of any other scenario some cells are run, spread evenly over the scenario, each
/// with its first seed; the scenarios take turns. A probe that takes too long is killed, and its time is a
/// lower bound. No results of probes are kept.
TimeProbes probe_times(const std::vector<PlannedRun>& runs, const Costs& known, const Library& library,
                       const ProbeLimits& limits = {});

/// How many cells were measured, and of how many the time is guessed, as a text; "": none was to be probed.
std::string text_of(const TimeProbes& probes);

} // namespace malha
