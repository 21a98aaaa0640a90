// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/accounts.hpp"

#include <filesystem>

namespace malha {

/// Reads what users have used, in billing seconds, from a CSV file with the columns account, user and usage.
/// The result has an amount for each association; it is 0 for users whom the file does not name, and for
/// accounts. Throws InputError, with file and line, at a user who is not in `accounts`, or is there twice,
/// and at a number below 0.
std::vector<double> read_account_usage(const std::filesystem::path& file, const cluster::Accounts& accounts);

} // namespace malha
