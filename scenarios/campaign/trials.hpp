// SPDX-License-Identifier: MIT
#pragma once
#include "campaign_runs.hpp"
#include "costs.hpp"

namespace malha {

/// What the runs of a campaign cost, before it is submitted. Of a shipped scenario as it stands it is
/// `known`. Of any other scenario some cells are tried here, spread evenly over the scenario, each with its
/// first seed; a trial that takes too long counts with the time after which it was killed, and after a minute
/// no more is tried. Nothing of the trials is kept. `interrupted_by` becomes the signal that ended them.
Costs tried(const std::vector<PlannedRun>& runs, const Costs& known, const Library& library,
            int& interrupted_by);

} // namespace malha
