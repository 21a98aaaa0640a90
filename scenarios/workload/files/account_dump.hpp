// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/accounts.hpp"

#include <filesystem>

namespace malha {

/// A key of a file that has no effect, and the number of rows that have it.
struct KeyWithoutEffect {
  std::string key;
  std::int64_t rows;
};

/// What a file of `sacctmgr dump` says.
struct AccountDump {
  std::string cluster; ///< its name
  cluster::Accounts accounts;
  std::vector<KeyWithoutEffect> without_effect; ///< by key
};

/// Reads the accounts and users of a cluster as `sacctmgr dump` of Slurm 22.05 writes them. FairShare (1
/// where it is not given) and DefaultAccount (the first account of the user) have an effect; other keys are
/// kept in `Association::settings`, of which `limits_in` reads those of limits. The account root and its user
/// root are there even if the file does not name them. Throws InputError, with file and line, if the rows are
/// no tree.
AccountDump read_account_dump(const std::filesystem::path& file);

} // namespace malha
