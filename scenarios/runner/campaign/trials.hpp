// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"
#include "costs.hpp"

namespace malha {

/// How long is tried, in real time.
struct TrialLimits {
  Seconds for_one = 20;
  Seconds for_all = 60;
};

/// What is known of the times of a campaign before it is submitted.
struct Trials {
  Costs costs;
  std::size_t cells = 0;  ///< of the scenarios that were tried
  std::size_t timed = 0;  ///< cells that were run to their end
  std::size_t cut = 0;    ///< cells that were killed: their costs are lower bounds
  std::size_t failed = 0; ///< cells that ended without results: nothing is known of them
  int interrupted_by = 0; ///< the signal that ended the trials
};

/// Of a shipped scenario as it stands the costs are `known`. Of any other scenario some cells are tried here,
/// spread evenly over the scenario, each with its first seed; the scenarios take turns. A trial that takes
/// too long is killed, and what it took is a lower bound. Nothing of the trials is kept.
Trials tried(const std::vector<PlannedRun>& runs, const Costs& known, const Library& library,
             const TrialLimits& limits = {});

/// What was tried and what is guessed from it, as a sentence. "": nothing was tried.
std::string text_of(const Trials& trials);

} // namespace malha
