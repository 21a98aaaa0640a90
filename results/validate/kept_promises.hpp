// SPDX-License-Identifier: MIT
#pragma once
#include "findings.hpp"
#include "rules.hpp"

namespace malha {

/// Holds starts (by job_id, of jobs that started once) against the promises in a decisions.csv.
void check_promises(const std::filesystem::path& decisions, const std::map<std::string, Seconds>& starts,
                    const RunRules& rules, Findings& findings);

} // namespace malha
