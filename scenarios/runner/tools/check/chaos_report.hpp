// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/chaos/shrinking.hpp"

#include <iosfwd>

namespace malha {

/// Prints the table of a sweep, the number of states that it reached, and why cases were refused.
void print_sweep(const chaos::Swept& swept, const chaos::Record& record, const chaos::SweepRequest& request,
                 std::ostream& out);

/// The command that runs only one case, without "malha ".
std::string command_of(const chaos::Instance& instance, const chaos::FaultCase& faults,
                       const std::vector<std::filesystem::path>& plugin_paths);

/// Writes a row for each case. Throws CannotWrite.
void write_cases(const chaos::Swept& swept, const std::filesystem::path& file);

} // namespace malha
