// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace malha {

/// How long one run of a scenario takes on the machine on which it was measured, in s of processor time, by
/// scenario. People are told how long a study will take. Nothing where there is no such file.
std::map<std::string, Seconds> run_times(const std::filesystem::path& file);

} // namespace malha
