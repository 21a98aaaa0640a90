// SPDX-License-Identifier: MIT
// malha continue: a run that was cut goes on, and ends as if it had not been cut.
#include "results/files/files.hpp"
#include "results/files/manifest.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/commands/run/outcome_report.hpp"
#include "scenarios/runner/processes/progress.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/output_place.hpp"
#include "scenarios/runner/runs/run_request.hpp"
#include "scenarios/runner/runs/same_inputs.hpp"

#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;

constexpr const char* snapshot_file = "snapshot.json";

/// The folder of the run that was cut, which may be named by its snapshot.
fs::path cut_folder(const fs::path& named) {
  const fs::path folder = named.filename() == snapshot_file ? named.parent_path() : named;
  if (!is_there(folder / snapshot_file))
    throw InputError("continue: " + named.string() + ": holds no " + snapshot_file +
                     "; valid: the folder of a run that malha simulate --cut DATE has cut");
  return folder.empty() ? "." : folder;
}

/// The request of the run without its cut, or with a later one.
RunRequest request_to_the_end(RunRequest request, const Options& options) {
  request.settings.erase("max_time");
  if (options.has("cut"))
    request.settings["max_time"] = options.text("cut");
  return request;
}

SimulationPlan plan_of(const RunRequest& request, const std::shared_ptr<const Snapshot>& snapshot,
                       const Library& library, const Options& options) {
  auto plan = library.plan(request);
  plan.continuation = {options.has("cut"), snapshot};
  check_supports(plan);
  if (const Seconds cut = plan.run.real("max_time"); cut < snapshot->date)
    throw InputError("continue: --cut " + options.text("cut") + " lies before the snapshot, which is of t=" +
                     shortest(snapshot->date) + " s; valid: a later date");
  return plan;
}

/// The two runs may differ in their ends only.
void check_inputs_of_cut(const fs::path& cut, const Identity& identity) {
  auto manifest = identity.manifest;
  manifest["run"]["max_time"] =
      manifest_in(cut).value(nlohmann::json::json_pointer("/run/max_time"), nlohmann::json());
  check_same_inputs(cut, manifest, "continued");
}

fs::path folder_to_continue_in(const Options& options, const fs::path& cut, const Identity& identity) {
  const auto folder = options.output_folder();
  if (folder.empty())
    return make_new_folder(
        output_name("continue", {fs::absolute(cut).lexically_normal().filename().string()}));
  check_run_folder(folder, identity.manifest);
  make_folder(folder);
  return folder;
}

int continue_command(const std::vector<std::string>& words) {
  const Options options("continue", words, Options::output, "DIR",
                        {{"cut", "DATE", "end at this later date, and leave another snapshot"}});
  if (options.help())
    return 0;
  const auto cut = cut_folder(options.one());
  const auto snapshot = std::make_shared<const Snapshot>(read_snapshot(cut / snapshot_file));
  const Library library(options.plugin_paths());
  const auto request = request_to_the_end(request_of_run(cut), options);
  const auto plan = plan_of(request, snapshot, library, options);
  const auto identity = Identifier(library).identity(plan, request);
  check_inputs_of_cut(cut, identity);
  const auto before = existing_part(options.has("output") ? options.output_folder() : default_outputs);
  const auto folder = folder_to_continue_in(options, cut, identity);
  const FolderLock lock(folder);
  const CommandInfo command{options.line(), 1};
  const auto simulate = [&] { return run_into(folder, plan, identity, command); };
  Outcome outcome;
  const int interrupted_by = run_workers({{"simulation", simulate}}, {},
                                         [&](std::size_t, const Outcome& ended) { outcome = ended; });
  discard_partial(folder, before);
  if (interrupted_by != 0)
    end_by_signal(interrupted_by);
  const bool has_results = outcome.status == Status::done || outcome.status == Status::not_ended;
  if (has_results) {
    std::cout << wrapped("from the snapshot at t=" + shortest(snapshot->date) + " s on", "");
    print_outcome(outcome, plan, folder, {}, std::cout);
    std::cout << "results in " << folder.string() << '\n';
  }
  if (outcome.status == Status::done || (options.has("cut") && is_cut(outcome)))
    return 0;
  std::cerr << complaint((has_results ? "" : (cut / snapshot_file).string() + ": ") + outcome.message);
  return static_cast<int>(outcome.status);
}

} // namespace

MALHA_COMMAND(
    "continue", "continue DIR", "go on with a run that was cut", continue_command, 52,
    "Goes on with the run of a folder that malha simulate --cut has cut, to its end. The files are, "
    "byte for byte, those of a run that was not cut. The policies are told again what has happened "
    "up to the cut; if they decide something else than the snapshot says, nothing is written.",
    "continue malha-out/cut -o malha-out/whole")

} // namespace malha
