// SPDX-License-Identifier: MIT
#include "slurm_limits.hpp"

#include "slurm_tres.hpp"
#include "slurm_values.hpp"

#include <algorithm>

namespace malha {
namespace {

using cluster::Limits;

/// Those that associations and QOSes have under the same names.
std::vector<NamedLimit> common_limits() {
  return {{"GrpJobs", &Limits::grp_jobs},
          {"GrpSubmitJobs", &Limits::grp_submit_jobs},
          {"GrpTRES", &Limits::grp_tres},
          {"GrpTRESMins", &Limits::grp_tres_mins},
          {"GrpTRESRunMins", &Limits::grp_tres_run_mins},
          {"GrpWall", &Limits::grp_wall},
          {"MaxTRES", &Limits::max_tres_per_job},
          {"MaxTRESPerJob", &Limits::max_tres_per_job},
          {"MaxTRESPerNode", &Limits::max_tres_per_node},
          {"MaxTRESMins", &Limits::max_tres_mins_per_job},
          {"MaxTRESMinsPerJob", &Limits::max_tres_mins_per_job},
          {"MaxWall", &Limits::max_wall},
          {"MaxWallDurationPerJob", &Limits::max_wall}};
}

std::vector<NamedLimit> with_common_limits(std::vector<NamedLimit> own) {
  auto all = common_limits();
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

/// Sets the value of one name, in the type that its place has.
struct SetsLimit {
  Limits& limits;
  const NamedLimit& named;
  const std::string& value;

  void operator()(Limits::Count Limits::*count) const {
    limits.*count = SlurmValue(named.name, value).count();
  }
  void operator()(cluster::TresAmounts Limits::*amounts) const {
    try {
      const auto found = tres_limits(named.resource.empty() ? value : named.resource + "=" + value);
      for (const auto& [name, amount] : found)
        if (!(limits.*amounts).emplace(name, amount).second)
          throw std::invalid_argument("the amount of " + name + " is given by another key, too; valid: once");
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(named.name + ": " + error.what());
    }
  }
  void operator()(std::optional<Seconds> Limits::*wall) const {
    const auto time = SlurmValue(named.name, value).time_in_minutes();
    limits.*wall = time < never ? std::optional(time) : std::nullopt;
  }
};

} // namespace

const std::vector<NamedLimit>& limits_of_associations() {
  static const auto all = with_common_limits({{"MaxJobs", &Limits::max_jobs},
                                              {"MaxSubmitJobs", &Limits::max_submit_jobs},
                                              // Of older versions of Slurm, before there were TRES:
                                              {"GrpCPUs", &Limits::grp_tres, "cpu"},
                                              {"GrpMemory", &Limits::grp_tres, "mem"},
                                              {"GrpNodes", &Limits::grp_tres, "node"},
                                              {"GrpCPUMins", &Limits::grp_tres_mins, "cpu"},
                                              {"GrpCPURunMins", &Limits::grp_tres_run_mins, "cpu"},
                                              {"MaxCPUs", &Limits::max_tres_per_job, "cpu"},
                                              {"MaxCPUsPerJob", &Limits::max_tres_per_job, "cpu"},
                                              {"MaxNodes", &Limits::max_tres_per_job, "node"},
                                              {"MaxNodesPerJob", &Limits::max_tres_per_job, "node"},
                                              {"MaxCPUMins", &Limits::max_tres_mins_per_job, "cpu"},
                                              {"MaxCPUMinsPerJob", &Limits::max_tres_mins_per_job, "cpu"}});
  return all;
}

const std::vector<NamedLimit>& limits_of_qos() {
  static const auto all =
      with_common_limits({{"GrpSubmit", &Limits::grp_submit_jobs},
                          {"MaxJobsPU", &Limits::max_jobs},
                          {"MaxJobsPerUser", &Limits::max_jobs},
                          {"MaxSubmitPU", &Limits::max_submit_jobs},
                          {"MaxSubmitJobsPU", &Limits::max_submit_jobs},
                          {"MaxSubmitJobsPerUser", &Limits::max_submit_jobs},
                          {"MaxJobsPA", &Limits::max_jobs_per_account},
                          {"MaxJobsPerAccount", &Limits::max_jobs_per_account},
                          {"MaxSubmitPA", &Limits::max_submit_jobs_per_account},
                          {"MaxSubmitJobsPA", &Limits::max_submit_jobs_per_account},
                          {"MaxSubmitJobsPerAccount", &Limits::max_submit_jobs_per_account},
                          {"MaxTRESPU", &Limits::max_tres_per_user},
                          {"MaxTRESPerUser", &Limits::max_tres_per_user},
                          {"MaxTRESPA", &Limits::max_tres_per_account},
                          {"MaxTRESPerAccount", &Limits::max_tres_per_account},
                          {"MinTRES", &Limits::min_tres_per_job},
                          {"MinTRESPerJob", &Limits::min_tres_per_job}});
  return all;
}

void set_limit(Limits& limits, const NamedLimit& named, const std::string& value) {
  std::visit(SetsLimit{limits, named, value}, named.place);
}

bool is_key_of_limit(const std::string& key) {
  const auto& all = limits_of_associations();
  return std::any_of(all.begin(), all.end(), [&](const auto& named) { return named.name == key; });
}

Limits limits_in(const std::map<std::string, std::string>& settings) {
  Limits limits;
  for (const auto& named : limits_of_associations())
    if (const auto setting = settings.find(named.name); setting != settings.end())
      set_limit(limits, named, setting->second);
  return limits;
}

std::vector<Limits> limits_of(const cluster::Accounts& accounts) {
  std::vector<Limits> all;
  for (const auto& association : accounts.all())
    all.push_back(limits_in(association.settings));
  return all;
}

} // namespace malha
