// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/campaign/campaign.hpp"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace malha {

/// Prints the notes of the reader of the workload, from the manifest of the run in this folder:
/// "workload: 2 jobs, skipped: cancelled before they started". Returns whether there was a note.
bool print_workload_notes(const std::filesystem::path& folder, const std::string& indent, std::ostream& out);

/// Prints the notes of the first run of these cells that has a manifest with notes.
void print_workload_notes(const std::vector<CellResult>& cells, const std::filesystem::path& results,
                          const std::string& indent, std::ostream& out);

} // namespace malha
