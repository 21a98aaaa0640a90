// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/conformance/check.hpp"

#include <iosfwd>

namespace malha {

/// The time of a call of a policy, compared with the shipped policies of its question.
struct ComparedTime {
  Seconds time;                    ///< of a call, in real time
  std::optional<double> of_median; ///< over the median of the shipped ones
  std::size_t shipped = 0;         ///< number of shipped policies
};

/// Prints what was checked in a plugin, row by row, with the findings. `saved` has the files of the examples,
/// by row; examples without a file are printed.
void print_check(const conformance::PluginReport& report, const std::optional<ComparedTime>& time,
                 const std::map<std::string, std::filesystem::path>& saved, std::ostream& out);

/// Prints a table with one line for each plugin.
void print_checks(const std::vector<conformance::PluginReport>& reports,
                  const std::vector<std::optional<ComparedTime>>& times, std::ostream& out);

} // namespace malha
