// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/parameters.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace malha {

/// Writes a log of failures as the outages.csv that environment actor `outages` reads, and prints what was
/// written. `settings` are `fta.…`. Throws InputError.
void convert_failures(const std::filesystem::path& in, const std::filesystem::path& out,
                      const std::map<std::string, std::string>& settings);

} // namespace malha
