// SPDX-License-Identifier: MIT
// One simulation again and again, each with a seed of its own, for programs that learn from many of them:
// what is read and checked once is not read and checked again.
#include "policies/sdk/beginning.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/processes/simgrid_options.hpp"
#include "scenarios/runner/processes/workers.hpp"
#include "scenarios/runner/runs/identity.hpp"
#include "scenarios/runner/runs/run_folder.hpp"

#include <nlohmann/json.hpp>

#include <iostream>

namespace malha {
namespace {

using nlohmann::json;

/// What one line of the standard input asks for.
struct Episode {
  std::uint64_t seed;
  std::filesystem::path folder; ///< of the results; "": nothing is written
};

Episode episode_in(const std::string& line) {
  const auto asked = json::parse(line, nullptr, false);
  const bool has_seed = asked.is_object() && asked.contains("seed") && asked["seed"].is_number_unsigned();
  const bool has_folder = has_seed && asked.contains("out");
  if (!has_seed || asked.size() != (has_folder ? 2U : 1U) || (has_folder && !asked["out"].is_string()))
    throw InputError(
        "episodes: '" + beginning_of(line.c_str(), 100) +
        "' asks for none; valid: {\"seed\":1,\"out\":\"folder\"}, or {\"seed\":1}, which writes nothing");
  return {asked["seed"], has_folder ? asked["out"].get<std::string>() : ""};
}

json answer_of(const Outcome& outcome) {
  json answer{{"status", static_cast<int>(outcome.status)}};
  if (outcome.status != Status::done)
    answer["message"] = outcome.message;
  for (const auto& metric : outcome.metrics)
    answer["metrics"][metric.name] = metric.value;
  return answer;
}

/// Makes episodes of one request.
class Episodes {
public:
  Episodes(const Library& library, RunRequest request, CommandInfo command)
      : library_(library), request_(std::move(request)), command_(std::move(command)), identifier_(library) {
    library_.plan(request_); // says what is wrong before anything is asked
  }

  /// The outcome of one. Throws InputError for a line that asks for none.
  Outcome of(const std::string& line) {
    const auto episode = episode_in(line);
    request_.seed = episode.seed;
    const auto plan = library_.plan_again(request_);
    const auto simulate = work_on(plan, episode.folder);
    Outcome outcome;
    const int signal = run_workers({{"simulation", simulate}}, {},
                                   [&](std::size_t, const Outcome& ended) { outcome = ended; });
    if (signal != 0)
      end_by_signal(signal);
    return outcome;
  }

private:
  /// What a process of its own does. Files are read here, where what was read is kept.
  std::function<Outcome()> work_on(const SimulationPlan& plan, const std::filesystem::path& folder) {
    if (folder.empty())
      return [&plan] { return run_only(plan, {}); };
    remove_results(folder);
    return [&plan, folder, identity = identifier_.identity(plan, request_), this] {
      return run_into(folder, plan, identity, command_);
    };
  }

  const Library& library_;
  RunRequest request_;
  const CommandInfo command_;
  Identifier identifier_;
};

/// What other commands of one simulation take, and this one does not.
void refuse_others(const Options& options) {
  options.overwrites(); // refused without a folder, and there is none here
  if (options.has_seed() || options.has("metric") || options.has("metrics") || options.has("explain"))
    throw InputError(
        "episodes: it takes no --seed, --metric or --explain; valid: each line of the standard input "
        "has a seed, and each answer all metrics");
}

int episodes_command(const std::vector<std::string>& words) {
  const Options options("episodes", words, Options::simulation | Options::settings | Options::simgrid, "");
  if (options.help())
    return 0;
  refuse_others(options);
  const Library library(options.plugin_paths());
  for (const auto& option : options.simgrid_options())
    check_simgrid_option(option);
  Episodes episodes(library,
                    {options.text("platform"), options.text("deployment"), options.text("workload"),
                     options.settings_given(), options.seed(), options.simgrid_options(),
                     options.environment()},
                    {options.line(), 1, getpid(), false});
  for (std::string line; std::getline(std::cin, line);)
    std::cout << answer_of(episodes.of(line)).dump(-1, ' ', true, json::error_handler_t::replace)
              << std::endl;
  return 0;
}

} // namespace

MALHA_COMMAND("episodes", "episodes -p P -d D -w W",
              "one simulation with many seeds, for programs that learn", episodes_command, 138,
              "Reads a line of JSON for each simulation from the standard input, such as "
              "{\"seed\":1,\"out\":\"folder\"}, makes it, writes its results into the folder, if one is "
              "given, and answers with a line: "
              "{\"status\":0,\"metrics\":{…}}, or another status and a message. It ends with its input. The "
              "package for Python uses it; docs/python.md says more.",
              "episodes -p star -d cluster.easy_backfill -w lublin --set workload.jobs=200")

} // namespace malha
