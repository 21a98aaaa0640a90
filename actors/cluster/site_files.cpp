// SPDX-License-Identifier: MIT
#include "site_files.hpp"

#include "actors/runtime/plan/site_shares.hpp"
#include "actors/runtime/simgrid/stage.hpp"

namespace malha::cluster {

std::vector<ParameterSpec> with_site_files(std::vector<ParameterSpec> parameters) {
  parameters.push_back(
      file("accounts", "",
           "accounts, users and their shares, as `sacctmgr dump` of Slurm writes them; empty: "
           "those of the jobs, with equal shares"));
  parameters.push_back(file(
      "usage", "", "what users have used before, in node-seconds: a CSV file with account, user, usage"));
  return parameters;
}

SiteRules rules_of_site(ActorContext& scheduler, bool are_used) {
  const auto &accounts = scheduler.parameters().text("accounts"),
             &usage = scheduler.parameters().text("usage");
  if (!are_used && !(accounts + usage).empty())
    throw InputError("setting " + std::string(accounts.empty() ? "usage" : "accounts") +
                     " has no effect, since all jobs have the same priority; valid: with a policy such as "
                     "policy.priority=cluster/multifactor");
  if (accounts.empty() && !usage.empty())
    throw InputError("setting usage names a file, and setting accounts none; valid: both, or none of them");
  if (accounts.empty())
    return {};
  auto& stage = scheduler.simulation();
  auto read = read_shares(stage.file(accounts), usage.empty() ? "" : stage.file(usage));
  if (!read.keys_without_effect.empty())
    stage.add_note("accounts: keys without effect here: " + listed(read.keys_without_effect));
  SiteRules rules;
  rules.shares.emplace(std::move(read.shares));
  return rules;
}

} // namespace malha::cluster
