// SPDX-License-Identifier: MIT
#pragma once
#include "cases.hpp"
#include "scenarios/runner/processes/progress.hpp"

namespace malha::chaos {

/// Counts the cases of a group by their verdicts. `all` includes the cases that were not sampled.
struct Tally {
  std::size_t all = 0, cases = 0, passed = 0, failed = 0, refused = 0;
};

struct Failure {
  PlannedCase of;
  std::string why;
};

/// The result of a sweep.
struct Swept {
  CaseSpace space;
  std::vector<Tally> tallies;     ///< of each group of the space
  std::vector<PlannedCase> cases; ///< those that ran, in a fixed order
  std::vector<Verdict> verdicts;  ///< of each, without its states
  std::size_t states = 0;         ///< distinct ones, in all runs together
  std::size_t too_few = 0;        ///< cases that passed, and left too few resources for some jobs
  /// Why the first refused case was refused, without the valid platforms; "": none was refused.
  std::string refusal;
  std::optional<Failure> first_failed; ///< in the order of the cases

  std::size_t total(std::size_t Tally::*number) const;
};

/// Runs one case in a process of its own. A process that dies, or is killed after two minutes, is a case
/// that failed.
Verdict run_case(const Instance& instance, const Record& record, const FaultCase& faults);

/// Runs all cases of the request, each in a process of its own. A family whose first case is refused does not
/// run, and counts as refused. Throws InputError if there is no case. Does not return on a signal that ends
/// programs.
Swept sweep(const Instance& instance, const Record& record, const SweepRequest& request, int workers);

} // namespace malha::chaos
