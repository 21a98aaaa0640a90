// SPDX-License-Identifier: MIT
#include "campaign_runs.hpp"

#include "actors/runtime/external/external_policy.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/language/path_names.hpp"
#include "scenarios/runner/processes/platform_check.hpp"
#include "scenarios/runner/runs/energy_asked.hpp"
#include "scenarios/runner/runs/identity.hpp"

namespace malha {
namespace {

namespace fs = std::filesystem;

/// The most runs of a campaign, for which a store and the memory of one process suffice.
constexpr double most_runs = 1e6;

/// Throws InputError if the campaign has too many runs.
void check_number(const CampaignRequest& request, const std::vector<Scenario>& scenarios) {
  double runs = 0;
  for (const auto& scenario : scenarios)
    runs += static_cast<double>(scenario.cells.size()) * request.seeds.value_or(scenario.seeds);
  if (runs > most_runs)
    throw InputError((request.seeds ? "--seeds " + std::to_string(*request.seeds) + ": " : "") +
                     "these are " + shown(runs, 9) + " runs; valid: at most " + shown(most_runs, 9) +
                     " in a campaign");
}

/// Throws InputError unless every cell has names for paths, and a folder of its own.
void check_folders(const std::vector<Scenario>& scenarios) {
  std::set<fs::path> taken;
  for (const auto& scenario : scenarios)
    for (const auto& cell : scenario.cells) {
      const CampaignRun run{scenario.name, cell.run, cell.parameters(";"), 0, ""};
      check_names(run);
      for (const auto& [key, value] : cell.varied)
        check_varied(key, value);
      if (!taken.insert(folder_of(run, "")).second)
        throw InputError("scenario '" + scenario.name + "': two of its cells have the folder " +
                         folder_of(run, "").parent_path().string() + "; valid: other values");
    }
}

/// The metrics that a scenario names.
std::vector<std::string> metrics_in(const Scenario& scenario) {
  std::vector<std::string> all;
  for (const auto& measure : scenario.measures)
    all.push_back(measure.metric);
  for (const auto& published : scenario.published)
    all.push_back(published.metric);
  for (const auto& claim : scenario.claims)
    all.push_back(claim.metric);
  return all;
}

/// Plans cells. They share their stamped files and the texts of their binaries.
class Planner {
public:
  Planner(const Library& library, Identifier& identifier) : library_(library), identifier_(identifier) {}

  /// `metrics` are those that somebody wants to see; `has_seeds` says that the cell runs under several seeds.
  /// Under one seed a generated platform counts as drawn: to find out would take longer than sharing saves.
  PlannedCell plan(const RunRequest& request, const std::vector<std::string>& metrics, bool has_seeds) {
    const auto plan = library_.plan(request);
    check_energy_asked(metrics, plan);
    PlannedCell cell;
    cell.inputs = inputs_of(plan, request); // before they are hashed
    const auto identity = identifier_.identity(plan, request);
    cell.hash = identity.cell_hash();
    cell.binaries = shared(identity.binaries.dump());
    const auto* generated = std::get_if<PlatformSource::Generated>(&plan.platform.from);
    cell.ground = plan.platform.name + "\n" +
                  (generated != nullptr ? joined(generated->parameters.all(), "\n")
                                        : std::get<fs::path>(plan.platform.from).string());
    cell.is_drawn = has_seeds ? is_drawn(plan.platform, cell.ground) : generated != nullptr;
    for (const auto& option : request.simgrid_options)
      cell.ground += "\n" + option;
    return cell;
  }

private:
  /// The one copy of this text, since most cells have the same binaries.
  std::shared_ptr<const std::string> shared(const std::string& binaries) {
    auto& known = binaries_[binaries];
    if (!known)
      known = std::make_shared<const std::string>(binaries);
    return known;
  }
  /// Asks once for each platform, which `described` identifies.
  bool is_drawn(const PlatformSource& platform, const std::string& described) {
    const auto known = are_drawn_.find(described);
    return known != are_drawn_.end() ? known->second
                                     : are_drawn_.emplace(described, depends_on_seed(platform)).first->second;
  }
  std::vector<std::shared_ptr<const StampedFile>> inputs_of(const SimulationPlan& plan,
                                                            const RunRequest& request) {
    std::vector<fs::path> files = plan.platform.profile_files;
    files.push_back(library_.deployment_file(request.deployment));
    if (const auto* file = std::get_if<fs::path>(&plan.platform.from))
      files.push_back(*file);
    if (!plan.workload.file.empty())
      files.push_back(plan.workload.file);
    for (const auto& [name, file] : plan.files)
      files.push_back(file);
    for (const auto& placed : plan.deployment.actors)
      for (const auto& [slot, choice] : placed.choices)
        if (external::is_external(choice.policy->name))
          for (const auto& file : external::files_of(*choice.policy, choice.parameters))
            files.push_back(file);
    std::vector<std::shared_ptr<const StampedFile>> inputs;
    for (const auto& file : files) {
      auto& known = files_[file];
      if (!known)
        known = std::make_shared<const StampedFile>(file);
      inputs.push_back(known);
    }
    return inputs;
  }

  const Library& library_;
  Identifier& identifier_;
  std::map<fs::path, std::shared_ptr<const StampedFile>> files_;
  std::map<std::string, std::shared_ptr<const std::string>> binaries_;
  std::map<std::string, bool> are_drawn_; ///< platforms
};

} // namespace

std::vector<PlannedRun> planned_runs(const CampaignRequest& request, const std::vector<Scenario>& scenarios,
                                     const Library& library, Identifier& identifier) {
  check_number(request, scenarios);
  check_folders(scenarios);
  Planner planner(library, identifier);
  std::vector<PlannedRun> runs;
  for (const auto& scenario : scenarios) {
    if (!scenario.can_run())
      continue;
    const auto metrics = metrics_in(scenario);
    for (const auto& cell : scenario.cells) {
      const auto first = static_cast<std::uint64_t>(scenario.first_seed);
      const auto number = static_cast<std::uint64_t>(request.seeds.value_or(scenario.seeds));
      const auto planned_cell =
          std::make_shared<const PlannedCell>(planner.plan(cell.request, metrics, number > 1));
      for (auto seed = first; seed < first + number; ++seed)
        runs.push_back({&scenario, &cell, seed, run_hash(planned_cell->hash, seed), planned_cell, false});
    }
  }
  return runs;
}

std::vector<CampaignRun> describe(const std::vector<PlannedRun>& planned) {
  std::vector<CampaignRun> runs;
  for (const auto& one : planned)
    runs.push_back(one.run());
  return runs;
}

} // namespace malha
