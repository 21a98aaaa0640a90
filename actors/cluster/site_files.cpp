// SPDX-License-Identifier: MIT
#include "site_files.hpp"

#include "actors/runtime/plan/site_rules.hpp"
#include "actors/runtime/simgrid/stage.hpp"

namespace malha::cluster {

std::vector<ParameterSpec> with_site_files(std::vector<ParameterSpec> parameters) {
  for (auto& one : std::vector<ParameterSpec>{
           file("accounts", "",
                "accounts, users, their shares and limits, as `sacctmgr dump` of Slurm writes them; empty: "
                "those of the jobs, with equal shares"),
           file("usage", "",
                "what users have used before, in node-seconds: a CSV file with account, user, usage"),
           file("qos", "", "priorities and limits of QOSes, as `sacctmgr -P show qos` of Slurm prints them"),
           file("slurm_conf", "", "partitions and licences: a file slurm.conf of Slurm")})
    parameters.push_back(std::move(one));
  return parameters;
}

SiteRules rules_of_site(ActorContext& scheduler, bool ranks, bool limits) {
  auto& stage = scheduler.simulation();
  const auto path = [&](const char* setting) {
    const auto& name = scheduler.parameters().text(setting);
    return name.empty() ? std::filesystem::path() : stage.file(name);
  };
  const SiteFiles files{path("accounts"), path("usage"), path("qos"), path("slurm_conf")};
  for (const char* setting : {"accounts", "usage", "qos"})
    if (!ranks && !limits && !scheduler.parameters().text(setting).empty())
      throw InputError("setting " + std::string(setting) +
                       " has no effect, since all jobs have the same priority and none is held back; valid: "
                       "with a policy such as policy.priority=cluster/multifactor, or "
                       "policy.limits=cluster/slurm_limits");
  if (files.accounts.empty() && !files.usage.empty())
    throw InputError("setting usage names a file, and setting accounts none; valid: both, or none of them");
  auto read = read_site_rules(files);
  for (const auto& note : read.notes)
    stage.add_note(note);
  if (read.has_limits && !limits)
    stage.add_note("limits of accounts have no effect, since nothing holds jobs back; valid: "
                   "policy.limits=cluster/slurm_limits");
  if (!read.rules.licences.empty() && !limits)
    stage.add_note("licences have no effect, since nothing holds jobs back; valid: "
                   "policy.limits=cluster/slurm_limits");
  return std::move(read.rules);
}

} // namespace malha::cluster
