// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "options.hpp"
#include "results/files/csv_reader.hpp"
#include "results/files/table.hpp"
#include "results/validate/validator.hpp"
#include "scenarios/runner/processes/progress.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;

Status print_validation(const Validation& found) {
  for (const auto& check : found.checks)
    std::cout << wrapped("checked: " + check, "");
  for (const auto& unchecked : found.unchecked)
    std::cout << wrapped("not checked: " + unchecked, "");
  for (const auto& violation : found.violations)
    std::cout << "violation: " << violation << '\n';
  for (const auto& hint : found.hints)
    std::cout << wrapped("hint: " + hint, "");
  std::cout << found.jobs << " jobs, " << (found.violations.empty() ? "valid" : "NOT valid") << '\n';
  return found.violations.empty() ? Status::done : Status::missed;
}

/// A jobs.csv on the nodes of a platform as other tools number them: its workers, in its order.
Validation validated_on_platform(const fs::path& jobs, const Options& options) {
  const Library library(options.plugin_paths());
  const auto platform = library.platform(options.text("platform"), options.platform_settings());
  std::vector<ResourceRow> nodes;
  for (const auto& [host, speed] : workers_of(platform, options.seed()))
    nodes.push_back({static_cast<int>(nodes.size()), host, speed, 1, "", "", 1});
  return validate_jobs(jobs, nodes, speeds_over_time(platform.profiles));
}

/// Progress is shown meanwhile: reading the rows is most of the work.
Validation validated(const fs::path& folder, std::size_t number, Progress& progress) {
  constexpr double share_of_reading = 0.8;
  auto found = [&] {
    const CsvReader::Watch watch("jobs.csv", [&](double read) {
      progress.look_at({{number, share_of_reading * read}});
    });
    return validate_schedule(folder);
  }();
  progress.done(number);
  progress.clear();
  return found;
}

/// Opens the plugins that do not come with the program, if there are any: their rules and metrics are
/// checked, too. Those of the program are linked.
void open_more_plugins(const Options& options) {
  if (!options.plugin_paths().empty() || std::getenv("MALHA_PLUGIN_PATH") != nullptr)
    const Library opened(options.plugin_paths());
}

int validate_command(const std::vector<std::string>& words) {
  const Options options("validate", words, Options::grid | Options::seeded, "DIR|jobs.csv");
  if (options.help())
    return 0;
  open_more_plugins(options);
  const fs::path folder = options.one();
  if (!options.has("platform") && !options.settings_given().empty())
    throw InputError("validate: --set is for a platform; valid: with -p PLATFORM");
  if (!options.has("platform") && options.has_seed())
    throw InputError("validate: --seed is for a platform; valid: with -p PLATFORM");
  if (options.has("platform"))
    return static_cast<int>(print_validation(validated_on_platform(folder, options)));
  if (!fs::is_directory(folder))
    throw InputError("validate: " + folder.string() +
                     " is not a folder; valid: a folder that a run wrote, or the jobs.csv of another tool "
                     "with -p PLATFORM");
  std::vector<fs::path> runs;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (const auto run = entry.path().parent_path();
        entry.path() == plain_or_compressed(run / "jobs.csv") && run != folder)
      runs.push_back(run);
  std::sort(runs.begin(), runs.end());
  if (const auto manifest = read_json(folder / "manifest.json");
      manifest.is_object() && manifest.value("records", nlohmann::json()) == "metrics")
    throw InputError("validate: " + folder.string() +
                     " was made with --records metrics, and has no rows; valid: a run with rows");
  if (runs.empty() || is_written(folder / "jobs.csv")) {
    Progress progress({0}, 0, 1, "runs");
    return static_cast<int>(print_validation(validated(folder, 0, progress)));
  }
  Status status = Status::done;
  Progress progress(std::vector<Seconds>(runs.size(), 0), 0, 1, "runs");
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto found = validated(runs[i], i, progress);
    std::cout << runs[i].string() << '\n';
    if (print_validation(found) != Status::done)
      status = Status::missed;
  }
  return static_cast<int>(status);
}

} // namespace

MALHA_COMMAND(
    "validate", "validate DIR|jobs.csv", "check a schedule that a run, or another tool (-p), wrote",
    validate_command, 70,
    "Checks the files of a run against each other: dates, capacity, walltimes, promises and "
    "metrics. Lists what was checked, and every violation. The rules are those of `malha list rules`; "
    "--plugin-path adds the rules of plugins. With -p it checks the jobs.csv of another tool.",
    "validate malha-out/batch")

} // namespace malha
