// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/site_rules.hpp"

#include <variant>

namespace malha {

/// A limit as Slurm calls it, and where `Limits` has it.
struct NamedLimit {
  using Place =
      std::variant<cluster::Limits::Count cluster::Limits::*, cluster::TresAmounts cluster::Limits::*,
                   std::optional<Seconds> cluster::Limits::*>;
  std::string name;
  Place place;
  /// Whose amount the limit is, where its name says that: "cpu" of GrpCPUs. "": it is not of one resource.
  std::string resource = {};
};

/// The limits of accounts and users, by the keys of `sacctmgr dump`, as `read_account_rows` spells them.
const std::vector<NamedLimit>& limits_of_associations();
/// The limits of a QOS, by the columns of `sacctmgr show qos`, short and long.
const std::vector<NamedLimit>& limits_of_qos();

/// Sets a limit to what a file says of it: a count, amounts of resources, or a time, which is rounded up to
/// whole minutes. -1 is no limit. Throws std::invalid_argument: one sentence with what is valid.
void set_limit(cluster::Limits& limits, const NamedLimit& named, const std::string& value);

/// Whether `limits_in` reads that key of the settings of an association.
bool is_key_of_limit(const std::string& key);
/// The limits that the settings of an association say. Other keys have no effect here. Throws as `set_limit`.
cluster::Limits limits_in(const std::map<std::string, std::string>& settings);
/// The limits of all associations, by number. `read_account_dump` has checked them.
std::vector<cluster::Limits> limits_of(const cluster::Accounts& accounts);

} // namespace malha
