// SPDX-License-Identifier: MIT
#pragma once
#include "duel_scenario.hpp"

#include <iosfwd>

namespace malha::duel {

/// Prints how much worse the first side is, and on what.
void print_result(const Bout& bout, const Arena& arena, const Result& result, std::ostream& out);

/// Prints the jobs that the two sides ran at other dates, from the folders of their runs.
void print_differing_jobs(const Bout& bout, const Arena& arena, const Result& result,
                          const std::vector<std::filesystem::path>& runs, std::ostream& out);

/// Explains, for both sides, the wait of the job whose ends differ most.
void print_explanations(const Bout& bout, const std::vector<std::filesystem::path>& runs, std::ostream& out);

} // namespace malha::duel
