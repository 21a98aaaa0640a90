// SPDX-License-Identifier: MIT
#pragma once
#include "validator_attempts.hpp"
#include "validator_rules.hpp"
#include "validator_speeds.hpp"

namespace malha {

/// The same as `check_attempts`, by those rules.
std::vector<Occupation> check_copies(const std::filesystem::path& attempts,
                                     const std::map<std::string, Restarted>& restarted,
                                     const std::map<std::string, Seconds>& starts, const Machines& machines,
                                     const CopyRules& rules, Findings& findings);

} // namespace malha
