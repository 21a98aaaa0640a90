// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"
#include "actors/runtime/records/outcome.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace malha {

/// Whether the run ended at `max_time`, before its work was done.
bool is_cut(const Outcome& outcome);

/// Prints the metrics of a run whose results are in this folder, and what a reader should know of them.
/// `asked` has the names of metrics, or "all"; empty: the headlines of the architecture.
void print_outcome(const Outcome& outcome, const SimulationPlan& plan, const std::filesystem::path& folder,
                   const std::vector<std::string>& asked, std::ostream& out);

} // namespace malha
