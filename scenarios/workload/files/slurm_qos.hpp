// SPDX-License-Identifier: MIT
#pragma once
#include "account_dump.hpp"
#include "policies/cluster/site_rules.hpp"

namespace malha {

/// What a file of `sacctmgr -P show qos` says.
struct QosFile {
  std::map<std::string, cluster::Qos> qos;      ///< by name
  std::vector<KeyWithoutEffect> without_effect; ///< columns that say something, and flags; by name
};

/// Reads the QOSes of a cluster as `sacctmgr -P show qos` of Slurm 22.05 prints them: a header, and a row for
/// each, with '|' between the columns, of which only Name must be there. Throws InputError, with file and
/// line, at an unknown column, flag or QOS, and at a value that is none.
QosFile read_qos(const std::filesystem::path& file);

} // namespace malha
