// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace malha {

/// A row of a file that `sacctmgr dump` wrote: "User - 'ann':DefaultAccount='physics':Fairshare=3".
struct AccountRow {
  std::string word; ///< Cluster, Parent, Account or User
  std::string name;
  std::map<std::string, std::string> values; ///< by key, which is spelled as Slurm spells it
  std::size_t line;                          ///< from 1
};

/// The rows of the file in their order, without comments (#) and empty lines. Keys and the first words may be
/// in upper or lower case. Throws InputError, with file and line, at a row that is cut, and at an unknown
/// word or key, since Slurm would refuse it, too.
std::vector<AccountRow> read_account_rows(const std::filesystem::path& file);

} // namespace malha
