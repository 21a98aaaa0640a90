// SPDX-License-Identifier: MIT
#pragma once
#include "cases.hpp"
#include "scenarios/runner/processes/progress.hpp"

namespace malha::chaos {

/// How many cases of a group there were, and what came of them. `all` counts those that were not drawn, too.
struct Tally {
  std::size_t all = 0, cases = 0, passed = 0, failed = 0, refused = 0;
};

struct Failure {
  PlannedCase of;
  std::string why;
};

/// What a sweep has found.
struct Swept {
  CaseSpace space;
  std::vector<Tally> tallies;     ///< of each group of the space
  std::vector<PlannedCase> cases; ///< those that ran, in a fixed order
  std::vector<Verdict> verdicts;  ///< of each, without its states
  std::size_t states = 0;         ///< distinct ones, in all runs together
  /// Why the first case was refused that was, without what would be valid in a platform; "": none was.
  std::string refusal;
  std::optional<Failure> first_failed; ///< in the order of the cases

  std::size_t total(std::size_t Tally::*number) const;
};

/// Runs one case in a process of its own. A process that dies, or is killed after two minutes, is a case
/// that failed.
Verdict run_case(const Instance& instance, const Record& record, const FaultCase& faults);

/// Runs all cases of the request, each in a process of its own. What refuses its first case, and for good, is
/// counted as refused and does not run. Throws InputError where there is no case. On a signal that ends
/// programs it does not return.
Swept sweep(const Instance& instance, const Record& record, const SweepRequest& request, int workers);

} // namespace malha::chaos
