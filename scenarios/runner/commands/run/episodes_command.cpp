// SPDX-License-Identifier: MIT
// One simulation again and again, each with a seed of its own, for programs that learn from many of them:
// what is read and checked once is not read and checked again.
#include "actors/runtime/simgrid/engine.hpp"
#include "policies/sdk/beginning.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/processes/platform_check.hpp"
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

/// Makes episodes of one request, in fork servers: those of all seeds share a platform that draws nothing.
class Episodes {
public:
  Episodes(const Library& library, RunRequest request, CommandInfo command)
      : request_(std::move(request)), command_(std::move(command)), identifier_(library),
        plan_(library.plan(request_)), group_(depends_on_seed(plan_.platform) ? alone : together),
        fork_servers_({[this](const std::string& line) { prepare(line); },
                       [this](const std::string& line) { return made(line); }},
                      1, keeps_idle) {}

  /// The outcome of one. Throws InputError for a line that asks for none.
  Outcome of(const std::string& line) {
    episode_in(line);
    Outcome outcome;
    const int signal = run_workers({{group_}, [&](std::size_t) { return line; }}, fork_servers_, {},
                                   [&](std::size_t, const Outcome& ended) { outcome = ended; });
    if (signal != 0)
      end_by_signal(signal);
    return outcome;
  }

private:
  static constexpr std::size_t alone = 0, together = 1; ///< groups, as `SerializedItems` has them
  static constexpr bool keeps_idle = true;              ///< fork servers, for the next episode

  void prepare(const std::string& line) {
    plan(episode_in(line));
    if (!has_platform_)
      prepare_platform(plan_);
    has_platform_ = true;
  }

  Outcome made(const std::string& line) {
    const auto episode = episode_in(line);
    plan(episode);
    if (episode.folder.empty())
      return run_only(plan_, {});
    remove_results(episode.folder);
    return run_into(episode.folder, plan_, identity_, command_);
  }

  void plan(const Episode& episode) {
    request_.seed = plan_.seed = episode.seed;
    if (!episode.folder.empty())
      identity_ = identifier_.identity(plan_, request_);
  }

  RunRequest request_;
  const CommandInfo command_;
  Identifier identifier_;
  SimulationPlan plan_; ///< of one seed after the other
  Identity identity_;   ///< of `plan_`, if it writes results
  const std::size_t group_;
  bool has_platform_ = false;
  ForkServers fork_servers_; ///< forked with all of the above
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
