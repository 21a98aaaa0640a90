// SPDX-License-Identifier: MIT
#include "validator.hpp"

#include "policies/sdk/errors.hpp"
#include "results/files/files.hpp"
#include "results/files/manifest.hpp"
#include "rule.hpp"

#include <ostream>

#include <nlohmann/json.hpp>

namespace malha {
namespace {

namespace fs = std::filesystem;

using Checks = std::vector<std::unique_ptr<RuleCheck>>;

/// The checks of the run by all rules, or of another tool's jobs.csv by the rules for that.
Checks checks_of(const ValidatedRun& run, Findings& findings) {
  if (linked_parts<Rule>().empty())
    throw std::logic_error("this program is linked without the rules of schedules");
  Checks checks;
  for (const auto& rule : linked_parts<Rule>())
    if (!run.is_of_tool || rule.is_of_tools)
      checks.push_back(rule.make(run, findings));
  return checks;
}

/// Reads jobs.csv and checks each of its rows.
void check_jobs(ValidatedRun& run, const Checks& checks, Findings& findings) {
  run.metrics.count_only(run.settings.warm_up, run.settings.cool_down);
  run.metrics.measure_by(run.settings.slowdowns, run.settings.classes);
  for (const auto& [index, resource] : run.resources)
    run.metrics.resource(resource.speed);
  read_jobs(run, [&](const JobInFile& job) {
    findings.job();
    for (const auto& check : checks)
      check->job(job);
  });
}

void end(const Checks& checks) {
  for (const auto& check : checks)
    check->end();
}

} // namespace

Validation validate_schedule(const fs::path& folder) {
  Findings findings;
  const auto resources = read_resources(folder / "resources.csv");
  auto speeds = read_speeds(folder / "speeds.csv", resources);
  const auto manifest = manifest_in(folder);
  const auto manifest_file = (folder / "manifest.json").string();
  ValidatedRun run{folder / "jobs.csv",
                   false,
                   settings_in(manifest, manifest_file),
                   resources,
                   std::move(speeds),
                   SitesOfResources(resources),
                   read_parts(folder / "parts.csv"),
                   read_dag_tasks(folder / "dag_tasks.csv"),
                   read_power(folder, resources)};
  run.stretches = Stretches(run.power, run.resources, run.settings.frequencies);
  run.sizes = read_sizes(folder / "sizes.csv");
  const auto checks = checks_of(run, findings);
  check_jobs(run, checks, findings);
  run.outages = read_outages(folder / "outages.csv", resources);
  read_attempts(run, [&](const Attempt& attempt) {
    for (const auto& check : checks)
      check->attempt(attempt);
  });
  run.tasks = task_numbers_in(manifest, manifest_file);
  end(checks);
  if (!run.settings.allowed)
    findings.not_checked(
        "walltimes, attempts at once and their outcomes, fragments, promises: manifest.json does not say "
        "what this schedule may show ('shows'); run it again to check them");
  return findings.take(run.settings.declarers);
}

Validation validate_jobs(const fs::path& jobs, const std::vector<ResourceRow>& resources,
                         const std::map<std::string, SpeedProfile>& speeds) {
  if (fs::is_directory(jobs))
    throw InputError(jobs.string() + ": is a folder; valid with a platform: a jobs.csv");
  Resources by_index;
  Speeds changing;
  for (const auto& resource : resources) {
    by_index[resource.index] = resource;
    if (const auto profile = speeds.find(resource.host); profile != speeds.end())
      changing.emplace(resource.index, profile->second.times(resource.speed));
  }
  Findings findings;
  ValidatedRun run{jobs, true, {}, by_index, std::move(changing), SitesOfResources(by_index), {}};
  const auto checks = checks_of(run, findings);
  check_jobs(run, checks, findings);
  end(checks);
  return findings.take(run.settings.declarers);
}

void print_rules(std::ostream& out) {
  out << "| rule | what holds |\n|---|---|\n";
  for (const auto& rule : linked_parts<Rule>())
    out << "| " << rule.name << " | " << rule.meaning << " |\n";
}

} // namespace malha
