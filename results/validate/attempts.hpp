// SPDX-License-Identifier: MIT
#pragma once
#include "resources.hpp"
#include "rules.hpp"
#include "speeds.hpp"

namespace malha {

/// A job that was restarted, by its row in jobs.csv.
struct Restarted {
  std::string who; ///< "job 3 (jobs.csv:5)"
  std::int64_t restarts, preemptions;
  Seconds submitted, start, finish, wasted;
  Seconds limit; ///< that no attempt may exceed
  IndexSet resources;
  std::string final_state;
  Flops work; ///< 0: the row does not say
};

/// What the rows of an attempts.csv say together.
struct AttemptsRead {
  std::vector<Occupation> occupations;
  std::map<std::string, std::int64_t> outcomes; ///< how many attempts have each
  Seconds wasted = 0;                           ///< by attempts whose work nothing kept
};

/// Holds an attempts.csv against the rows of jobs.csv, by job_id: of jobs that were restarted, and of those
/// that started once (their starts). Returns the attempts.
AttemptsRead check_attempts(const std::filesystem::path& attempts,
                            const std::map<std::string, Restarted>& restarted,
                            const std::map<std::string, Seconds>& starts, const Machines& machines,
                            const RunRules& rules, Findings& findings);

} // namespace malha
