// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/conformance/check.hpp"

#include <iosfwd>

namespace malha {

/// How long a call of a policy takes beside those of the shipped policies of its question.
struct ComparedTime {
  Seconds time;                    ///< of a call, in real time
  std::optional<double> of_median; ///< over the median of the shipped ones
  std::size_t shipped = 0;         ///< so many there are
};

/// What was looked at in a plugin, row by row, and what was found. `saved` has the files of the examples, by
/// row; examples that are in none are printed.
void print_check(const conformance::PluginReport& report, const std::optional<ComparedTime>& time,
                 const std::map<std::string, std::filesystem::path>& saved, std::ostream& out);

/// One line for each plugin.
void print_checks(const std::vector<conformance::PluginReport>& reports,
                  const std::vector<std::optional<ComparedTime>>& times, std::ostream& out);

} // namespace malha
