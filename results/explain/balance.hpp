// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/units.hpp"

#include <filesystem>
#include <string>

namespace malha {

/// Explains the last check of the balance until a date after which an EasyGrid manager asked for tasks, in
/// lines for a terminal, from balance.csv. Throws InputError if the file cannot be read.
std::string balance_at(const std::filesystem::path& folder, Seconds date);

} // namespace malha
