// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/campaign/campaign.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace malha {

/// Prints what the reader of the workload noted of its jobs, as the manifest of the run in that folder says:
/// "workload: 2 jobs, skipped: cancelled before they started". Returns whether there was a note.
bool print_workload_notes(const std::filesystem::path& folder, const std::string& indent, std::ostream& out);

/// The same of the first run of these cells that has left its manifest and has notes.
void print_workload_notes(const std::vector<CellResult>& cells, const std::filesystem::path& results,
                          const std::string& indent, std::ostream& out);

} // namespace malha
