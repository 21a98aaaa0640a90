// SPDX-License-Identifier: MIT
#include "validator.hpp"

#include "attempts.hpp"
#include "counts.hpp"
#include "kept_promises.hpp"
#include "policies/sdk/errors.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/files.hpp"
#include "results/files/manifest.hpp"
#include "rows.hpp"
#include "shares.hpp"
#include "totals.hpp"

#include <nlohmann/json.hpp>

namespace malha {
namespace {

namespace fs = std::filesystem;

using Resources = std::map<int, ResourceRow>;

Resources read_resources(const fs::path& file) {
  constexpr std::int64_t most = std::numeric_limits<int>::max();
  Resources resources;
  CsvReader rows(file);
  while (rows.next()) {
    const int index = static_cast<int>(rows.integer("index", 0, most - 1));
    const double speed = finite(rows, "speed");
    if (!(speed > 0))
      rows.fail("'" + rows.text("speed") + "' in column 'speed' is not above 0");
    const auto slots = static_cast<int>(rows.has("slots") ? rows.integer("slots", 1, most) : 1);
    if (!resources
             .try_emplace(index, ResourceRow{index, rows.text("host"), speed, 1, rows.text_if_any("site"),
                                             rows.text_if_any("owner"), slots})
             .second)
      rows.fail("resource " + std::to_string(index) + " is there twice; valid: an index of its own for each");
  }
  return resources;
}

/// Goes through time with the attempts that every job had, and through what they asked for.
void check_occupations(const JobsRead& jobs, const std::vector<Occupation>& occupations,
                       const std::vector<OutageRow>& outages, const Resources& resources,
                       const RunRules& rules, Findings& findings) {
  check_resources(resources, occupations, outages, findings);
  const bool may_be_torn = rules.may(Trait::torn_fragments);
  if (!jobs.fragments.empty() && rules.shown && may_be_torn)
    findings.not_checked("fragments: the scheduler ignores them");
  else if (!jobs.fragments.empty() && !may_be_torn)
    check_fragments(jobs.fragments, occupations, resources, findings);
}

} // namespace

Validation validate_schedule(const fs::path& folder) {
  Findings findings;
  const auto resources = read_resources(folder / "resources.csv");
  const auto speeds = read_speeds(folder / "speeds.csv", resources);
  const auto manifest = manifest_in(folder);
  const auto rules = rules_of(manifest, (folder / "manifest.json").string());
  const auto parts = read_parts(folder / "parts.csv");
  const auto jobs = check_jobs({folder / "jobs.csv", true, parts}, resources, speeds, rules, findings);
  check_parts(parts, jobs.in_sites, resources, findings);
  const auto outages = read_outages(folder / "outages.csv", resources, findings);
  const auto attempts = check_attempts(folder / "attempts.csv", jobs.restarted, jobs.starts,
                                       {resources, outages, speeds}, rules, findings);
  auto occupations = jobs.occupations;
  occupations.insert(occupations.end(), attempts.occupations.begin(), attempts.occupations.end());
  const auto tasks = check_conservation(folder, manifest, jobs, findings);
  check_occupations(jobs, occupations, outages, resources, rules, findings);
  check_shares(folder, resources, outages, tasks.unfinished == 0, rules, findings);
  check_schedule(folder / "schedule.csv", jobs, tasks, rules, findings);
  check_counts(folder / "schedule.csv", jobs, attempts, outages, tasks, rules, findings);
  check_users(folder / "users.csv", jobs, findings);
  if (const auto decisions = folder / "decisions.csv"; rules.shown && is_written(decisions))
    check_promises(decisions, jobs.starts, rules, findings);
  if (!rules.shown)
    findings.not_checked(
        "walltimes, attempts at once and their outcomes, fragments, promises: no manifest.json "
        "says what this schedule may show ('shows'); run it again to have them checked");
  return findings.take(rules.declarers);
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
  const RunRules rules;
  const auto read = check_jobs({jobs, false, {}}, by_index, changing, rules, findings);
  check_occupations(read, read.occupations, {}, by_index, rules, findings);
  return findings.take(rules.declarers);
}

} // namespace malha
