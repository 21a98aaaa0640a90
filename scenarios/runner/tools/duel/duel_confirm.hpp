// SPDX-License-Identifier: MIT
#pragma once
#include "duel_scenario.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

namespace malha::duel {

/// Whether whole simulations agree with what the search computed.
struct Confirmation {
  std::vector<std::filesystem::path> runs; ///< folder of each side's run
  std::string flaw;                        ///< what does not agree; "": all does
};

/// Runs the scenario of a duel into `folder`, and checks that each metric is that of the search, that the
/// claim holds, and that both schedules are valid. Runs that are there are not run again. Ends the program on
/// a signal.
Confirmation confirmed(const std::filesystem::path& scenario, const std::filesystem::path& folder,
                       const Bout& bout, const Result& result, const Library& library,
                       const CommandInfo& command);

} // namespace malha::duel
