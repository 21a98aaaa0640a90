// SPDX-License-Identifier: MIT
#pragma once
#include "scenario.hpp"

namespace malha {

/// Counts of the published values and claims of a study.
struct StudyCounts {
  std::size_t scenarios = 0;
  std::size_t published = 0;        ///< published values
  std::size_t claims = 0;           ///< each combination of an `each` counts
  std::size_t deviations = 0;       ///< values and claims of which a miss is explained
  std::size_t known_misses = 0;     ///< values and claims of which a miss is recorded, and not explained
  std::size_t under_hypotheses = 0; ///< further values and claims, judged under a hypothesis
  std::size_t unreadable = 0;       ///< scenarios that cannot be read, of which nothing is counted
};

/// Reads all scenarios of a study.
StudyCounts counts_of(const std::string& study, const Library& library);

/// "4 scenarios, 112 values and claims, 2 known deviations, 19 known misses".
std::string text_of(const StudyCounts& counts);

} // namespace malha
