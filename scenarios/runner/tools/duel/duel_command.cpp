// SPDX-License-Identifier: MIT
// malha duel: the instance on which one deployment is worst against another.
#include "duel_confirm.hpp"
#include "duel_report.hpp"
#include "duel_search.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/output_place.hpp"
#include "scenarios/runner/verdicts/compared_deployment.hpp"

#include <algorithm>
#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::vector<Options::OwnOption> own_options() {
  return {{"metric", "M", "what A is to lose by: a metric of schedules (default: mean_turnaround_time)"},
          {"jobs", "N", "most jobs of an instance (default: 10)"},
          {"nodes", "N", "most nodes of its platform, or of each cluster or owner (default: 8)"},
          {"clusters", "N", "most clusters below a meta-scheduler, or owners of a pool (default: 3)"},
          {"longest", "S", "longest run time, in whole s (default: 60)"},
          {"within", "S", "longest time from the first submission to the last, in whole s (default: 60)"},
          {"speeds", "N",
           "machines of a grid or pool, and clusters below a meta-scheduler, have speeds from 1 to N, in "
           "whole Gflop/s "
           "(default: 10)"},
          {"estimates", "N", "walltimes are from 1 to N times the run time (default: 1)"},
          {"steps", "N", "instances that each chain tries (default: 20000)"},
          {"chains", "N", "searches, each on its own, of which the worst instance counts (default: 8)"},
          {"keep", "SHARE", "share of the ratio that the shrunk instance keeps (default: 0.99)"},
          {"target", "RATIO", "shrink as long as the ratio is at least this, instead of --keep"},
          {"explain", "", "also say why the job waited whose ends differ most, under both"}};
}

duel::Bounds bounds_of(const Options& options) {
  duel::Bounds bounds;
  const std::int64_t most = 1000000;
  bounds.jobs = options.number<std::int64_t>("jobs", bounds.jobs, 2, 1000);
  bounds.nodes = options.number<std::int64_t>("nodes", bounds.nodes, 1, 1000);
  bounds.clusters = options.number<std::int64_t>("clusters", bounds.clusters, 1, 256);
  bounds.longest = options.number<std::int64_t>("longest", bounds.longest, 1, most);
  bounds.within = options.number<std::int64_t>("within", bounds.within, 0, most);
  bounds.speeds = options.number<std::int64_t>("speeds", bounds.speeds, 1, 1000);
  bounds.estimates = options.number<std::int64_t>("estimates", bounds.estimates, 1, 1000);
  return bounds;
}

duel::Hunt hunt_of(const Options& options) {
  duel::Hunt hunt;
  hunt.seed = options.seed();
  hunt.annealing.steps = options.number<std::int64_t>("steps", 20000, 1, 1000000000);
  hunt.annealing.legs = static_cast<int>(std::clamp<std::int64_t>(hunt.annealing.steps / 1000, 1, 1000));
  hunt.chains = options.number<int>("chains", hunt.chains, 1, 1000);
  hunt.share_kept = options.number<double>("keep", hunt.share_kept, 0, 1);
  hunt.target = options.number<double>("target", 0, 0, 1e300);
  if (options.has("keep") && options.has("target"))
    throw InputError("duel: --keep and --target both say how far to shrink; valid: one of the two");
  return hunt;
}

/// The settings of both sides. Those that a duel decides itself are refused.
Settings settings_of_both(const Options& options) {
  static const std::vector<std::string> of_metrics{"slowdown_threshold", "slowdown_speed", "short_job",
                                                   "narrow_job"};
  auto settings = options.settings_given();
  const auto& of_run = run_parameters();
  for (const auto& [key, value] : settings) {
    const auto text = "duel: --set " + key + "=" + value;
    if (key.rfind("platform.", 0) == 0 || key.rfind("workload.", 0) == 0)
      throw InputError(text + ": a duel makes the platform and the workload; valid: --jobs, --nodes, "
                              "--clusters, --longest, --within, --speeds, --estimates");
    const bool is_of_run = std::any_of(of_run.begin(), of_run.end(),
                                       [&, &name = key](const auto& one) { return one.name == name; });
    const bool is_taken = std::find(of_metrics.begin(), of_metrics.end(), key) != of_metrics.end() ||
                          (key == "transport" && value == "instant") || (key == "explain" && value == "on");
    if (is_of_run && !is_taken)
      throw InputError(
          text + ": a duel is over whole runs in which messages take no time; valid: " + listed(of_metrics));
  }
  settings["transport"] = "instant";
  settings["explain"] = "on";
  return settings;
}

/// The deployments of the command line.
std::vector<ComparedDeployment> compared_of(const Options& options) {
  const auto& words = options.positional();
  if (words.size() != 2)
    throw InputError("duel: takes two deployments, not " + std::to_string(words.size()) +
                     "; valid: malha duel cluster.fcfs cluster.easy_backfill");
  std::vector<ComparedDeployment> compared;
  try {
    for (const auto& word : words)
      compared.push_back(read_deployment_option(word));
    check_own_settings(compared, {});
  } catch (const InputError& error) {
    const std::string said = error.what(), option = "-d ";
    throw InputError(said.rfind(option, 0) == 0 ? "duel: " + said.substr(option.size()) : said);
  }
  return compared;
}

std::vector<duel::Side> sides_of(const Options& options, const Library& library) {
  const auto compared = compared_of(options);
  const auto names = names_of(compared);
  std::vector<std::string> files;
  std::vector<Settings> own;
  for (const auto& one : compared) {
    files.push_back(one.deployment);
    own.push_back(one.settings);
  }
  const auto settings = library.settings_of_each(files, settings_of_both(options), {}, own);
  std::vector<duel::Side> sides;
  for (std::size_t i = 0; i < names.size(); ++i)
    sides.push_back({names[i], files[i], settings[i],
                     library.plan({"star", files[i], "rigid_jobs", settings[i], 0, {}})});
  return sides;
}

/// All that determines what is found. A duel goes on in a folder only if it is the same.
json asked_of(const std::vector<duel::Side>& sides, const std::string& metric, const duel::Bounds& bounds,
              const duel::Hunt& hunt, const Library& library) {
  Identifier identifier(library);
  json asked{{"metric", metric},
             {"jobs", bounds.jobs},
             {"nodes", bounds.nodes},
             {"clusters", bounds.clusters},
             {"longest", bounds.longest},
             {"within", bounds.within},
             {"speeds", bounds.speeds},
             {"estimates", bounds.estimates},
             {"steps", hunt.annealing.steps},
             {"chains", hunt.chains},
             {"seed", hunt.seed},
             {"keep", hunt.share_kept},
             {"target", hunt.target}};
  for (const auto& side : sides) {
    const RunRequest request{"star", side.deployment, "rigid_jobs", side.settings, 0, {}};
    asked["deployments"].push_back(
        {{"name", side.name}, {"hash", identifier.identity(side.plan, request).cell_hash()}});
  }
  return asked;
}

/// The folder of the duel: that of -o, that of an earlier one which was asked the same, or a new one.
fs::path folder_for(const Options& options, const std::vector<duel::Side>& sides, const json& asked) {
  auto folder = options.output_folder();
  if (folder.empty()) {
    const auto what = output_name("duel", {sides[0].name, sides[1].name});
    for (const auto& earlier : earlier_folders(what))
      if (duel::holds_duel(earlier, asked))
        return earlier;
    folder = make_new_folder(what);
  }
  duel::check_duel_folder(folder, asked);
  make_folder(folder);
  return folder;
}

int duel_command(const std::vector<std::string>& words) {
  const Options options("duel", words,
                        Options::settings | Options::workers | Options::output | Options::seeded,
                        "DEPLOYMENT DEPLOYMENT", own_options());
  if (options.help())
    return 0;
  const auto bounds = bounds_of(options);
  const auto hunt = hunt_of(options);
  const Library library(options.plugin_paths());
  const auto sides = sides_of(options, library);
  const std::string metric = options.has("metric") ? options.text("metric") : "mean_turnaround_time";
  const auto arena = duel::arena_for(sides, metric, bounds);
  const auto asked = asked_of(sides, metric, bounds, hunt, library);
  const auto folder = folder_for(options, sides, asked);
  const FolderLock lock(folder);
  duel::write_asked(folder, asked);
  const auto outcome = duel::search_and_shrink(*arena, hunt, folder, options.worker_count());
  if (outcome.status != Status::done) {
    std::cerr << complaint(outcome.message);
    return static_cast<int>(outcome.status);
  }
  const auto result = duel::read_result(folder);
  const duel::Bout bout{sides, metric, arena->more_is_better()};
  const auto scenario = duel::write_scenario(folder / "scenario", bout, *arena, result);
  const auto confirmation =
      duel::confirmed(scenario, folder / "runs", bout, result, library, options.command());
  if (!confirmation.flaw.empty()) {
    std::cerr << complaint("duel: a whole simulation of what was found does not agree with the search: " +
                           confirmation.flaw + " (" + scenario.string() + ")");
    return static_cast<int>(Status::missed);
  }
  duel::print_result(bout, *arena, result, std::cout);
  duel::print_differing_jobs(bout, *arena, result, confirmation.runs, std::cout);
  if (options.has("explain"))
    duel::print_explanations(bout, confirmation.runs, std::cout);
  std::cout << '\n'
            << wrapped(
                   "whole simulations of it have the same ratio, and both schedules are valid; malha run " +
                       scenario.string() + " runs them again",
                   "")
            << "results in " << folder.string() << '\n';
  return 0;
}

} // namespace

MALHA_COMMAND("duel", "duel A B", "the workload on which A is worst against B", duel_command, 63,
              "Searches for the workload and the platform, within bounds, on which deployment A loses most "
              "against B by "
              "a metric. Makes what it finds small, shows which jobs run at other dates, and keeps it as a "
              "scenario whose "
              "claim is the ratio. LABEL=DEPLOYMENT,KEY=VALUE gives a deployment a name and settings of its "
              "own. A duel "
              "that was killed goes on where it was.",
              "duel cluster.fcfs cluster.easy_backfill --jobs 8 --nodes 4 --explain -o malha-out/duel")

} // namespace malha
