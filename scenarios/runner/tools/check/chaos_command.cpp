// SPDX-License-Identifier: MIT
#include "chaos_report.hpp"
#include "policies/sdk/near_names.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/commands/commands.hpp"
#include "scenarios/runner/commands/options.hpp"
#include "scenarios/runner/language/scenario.hpp"
#include "scenarios/runner/processes/simgrid_options.hpp"

#include <boost/algorithm/string/split.hpp>

#include <algorithm>
#include <cmath>
#include <iostream>

namespace malha {
namespace {

/// An instance, what is known of it, and what people call it.
struct Subject {
  chaos::Instance instance;
  chaos::Record record;
  std::string name; ///< of a cell; "" for a simulation of the user's own
};

bool is_own_simulation(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const auto& word) {
    return word.rfind("-p", 0) == 0 || word.rfind("--platform", 0) == 0 || word.rfind("-d", 0) == 0 ||
           word.rfind("-w", 0) == 0 || word == "--help" || word == "-h";
  });
}

/// The names in a text, with commas between them.
std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  boost::algorithm::split(names, text, [](char letter) { return letter == ','; });
  if (std::find(names.begin(), names.end(), "") != names.end())
    throw InputError("chaos: --kill " + text +
                     " has an empty name; valid: an actor, or a host; several are "
                     "separated by commas");
  return names;
}

/// An option of seconds; nothing where it is not given.
std::optional<Seconds> seconds_in(const Options& options, const std::string& name) {
  if (!options.has(name))
    return std::nullopt;
  const auto seconds = parse_number<Seconds>(options.text(name));
  if (!seconds || !std::isfinite(*seconds) || !(*seconds > 0))
    throw InputError("chaos: --" + name + " cannot be " + options.text(name) + "; valid: above 0, in s");
  return seconds;
}

void read_messages(const Options& options, chaos::SweepRequest& request) {
  if (options.has("messages")) {
    const auto how = options.text("messages");
    if (how != "late" && how != "lost" && how != "doubled")
      throw InputError("chaos: --messages cannot be " + how + "; valid: late, lost, doubled");
    if (options.has("kill") || options.has("down"))
      throw InputError("chaos: with --messages no host crashes, so --kill and --down have no effect; valid: "
                       "either --messages, or --kill and --down");
    request.messages = how == "lost"   ? chaos::MessageSweep::lost
                       : how == "late" ? chaos::MessageSweep::late
                                       : chaos::MessageSweep::doubled;
  }
  request.late = seconds_in(options, "late");
  if (request.late && (!request.messages || request.messages == chaos::MessageSweep::lost))
    throw InputError(
        "chaos: --late is the delay of late messages, or of the second ones of doubled messages; "
        "valid: with --messages late or doubled");
}

chaos::SweepRequest sweep_request(const Options& options) {
  constexpr std::size_t most = 10'000'000;
  chaos::SweepRequest request;
  request.pairs = options.has("pairs");
  if (options.has("kill"))
    request.kill = names_in(options.text("kill"));
  request.down = seconds_in(options, "down");
  read_messages(options, request);
  request.most = options.number<std::size_t>("cases", request.most, 1, most);
  return request;
}

Subject subject_of(const Library& library, const RunRequest& request, const std::vector<std::string>& added,
                   const std::string& name) {
  Subject subject{chaos::instance_of(library, request, added), {}, name};
  subject.record = chaos::record_of(subject.instance);
  chaos::limit_time(subject.instance, subject.record);
  return subject;
}

/// The cell of the scenario in which least happens.
Subject smallest_cell(const Library& library, const Options& options, const std::vector<std::string>& added) {
  const auto scenario =
      read_scenario(library.scenario_file(options.one()), options.settings_given(), {}, library);
  if (!scenario.can_run())
    throw InputError("chaos: scenario '" + scenario.name + "' " + scenario.missing());
  Progress progress(std::vector<Seconds>(scenario.cells.size(), 0), 0, 1, "cells");
  std::optional<Subject> smallest;
  for (std::size_t i = 0; i < scenario.cells.size(); ++i) {
    const auto& cell = scenario.cells[i];
    auto request = cell.request;
    request.seed = options.has_seed() ? options.seed() : static_cast<std::uint64_t>(scenario.first_seed);
    progress.look_at({{i, 0}});
    auto subject = subject_of(library, request, added,
                              "run '" + cell.run + "' " + cell.parameters(", ") + " of " + scenario.name);
    if (!smallest || subject.record.dates.size() < smallest->record.dates.size())
      smallest.emplace(std::move(subject));
    progress.done(i);
  }
  progress.clear();
  if (!smallest)
    throw InputError("chaos: scenario '" + scenario.name + "' has no run; valid: a scenario with runs");
  return std::move(*smallest);
}

Subject own_simulation(const Library& library, const Options& options,
                       const std::vector<std::string>& added) {
  if (!options.positional().empty())
    throw InputError("chaos: takes either a scenario, or -p, -d and -w");
  if (options.has("explain"))
    throw InputError("chaos: --explain is for one run; valid: with malha simulate");
  const RunRequest request{options.text("platform"), options.text("deployment"),
                           options.text("workload"), options.settings_given(),
                           options.seed(),           options.simgrid_options(),
                           options.environment()};
  for (const auto& option : request.simgrid_options)
    check_simgrid_option(option);
  return subject_of(library, request, added, "");
}

void check_case(const chaos::FaultCase& faults, const chaos::Record& record) {
  std::vector<std::string> hosts;
  for (const auto& component : record.components)
    hosts.push_back(component.host);
  const auto named = "chaos: --case " + chaos::text_of(faults) + ": ";
  for (const auto& crash : faults.crashes) {
    if (std::find(hosts.begin(), hosts.end(), crash.host) == hosts.end())
      throw InputError(named + "nothing runs on a host '" + crash.host + "'" + instead_of(crash.host, hosts));
    if (crash.date > record.end())
      throw InputError(named + shortest(crash.date) + " s is after the end; valid: above 0 and up to " +
                       shortest(record.end()) + " s");
  }
  const auto sent = static_cast<std::int64_t>(record.messages.size());
  for (const auto& fault : faults.messages)
    if (fault.number > sent)
      throw InputError(named + "there is no message " + std::to_string(fault.number) +
                       " between hosts; valid: from 1 to " + std::to_string(sent));
}

int replay(const Subject& subject, const chaos::FaultCase& faults) {
  check_case(faults, subject.record);
  const auto verdict = chaos::run_case(subject.instance, subject.record, faults);
  if (verdict.kind == chaos::Verdict::Kind::refused)
    throw InputError(verdict.why);
  const bool passed = verdict.kind == chaos::Verdict::Kind::passed;
  std::cout << wrapped(chaos::text_of(faults) +
                           (passed ? " passed: the run ends, its schedule is valid, and each job "
                                     "and task has one result"
                                   : " failed: " + verdict.why),
                       "");
  return static_cast<int>(passed ? Status::done : Status::rule_broken);
}

void print_failure(const Library& library, const Subject& subject, const chaos::Failure& first,
                   const chaos::SweepRequest& request, const Options& options) {
  std::cout << wrapped("FAILED first: " + chaos::text_of(first.of.faults) + ": " + first.why, "")
            << in_shell_lines(command_of(subject.instance, first.of.faults, options.plugin_paths()))
            << std::flush;
  const auto smallest =
      chaos::shrunk(library, {subject.instance, first.of.faults, first.why}, request, options.worker_count());
  std::cout << wrapped("the smallest instance found that still fails: " + chaos::text_of(smallest.faults) +
                           ": " + smallest.why,
                       "")
            << in_shell_lines(command_of(smallest.instance, smallest.faults, options.plugin_paths()));
}

int chaos_command(const std::vector<std::string>& words) {
  const bool is_own = is_own_simulation(words);
  const Options options(
      "chaos", words,
      (is_own ? Options::simulation | Options::simgrid : Options::seeded) | Options::settings |
          Options::workers,
      "SCENARIO",
      {{"kill", "KIND",
        "crash only hosts of this actor (tuple_space/replica), or this host; several are separated by "
        "commas"},
       {"messages", "HOW",
        "instead of crashes, each message between two hosts is late, lost, or arrives twice: late, lost, "
        "doubled"},
       {"late", "S",
        "delay of late messages, and of the second ones of doubled messages (default: several, "
        "docs/faults.md)"},
       {"pairs", "", "two crashes in each case, or two such messages, instead of one"},
       {"down", "S", "hosts that recover are down for S seconds (default: a tenth of the run)"},
       {"cases", "N", "run at most N cases, sampled with the seed if there are more (default: 10000)"},
       {"case", "CASE",
        "run one case only: HOST@DATE, HOST@DATE+DOWN, NUMBER+S for a message that is S s late, "
        "NUMBER:lost, or NUMBER:twice+S for one that is sent again after S s"},
       {"save", "FILE", "write a CSV file with a row for each case"}});
  if (options.help())
    return 0;
  const auto request = sweep_request(options);
  const auto faults = options.has("case") ? chaos::case_from(options.text("case")) : chaos::FaultCase{};
  const Library library(options.plugin_paths());
  const auto added = faults.empty() ? environment_of(request) : environment_of(faults);
  const auto subject =
      is_own ? own_simulation(library, options, added) : smallest_cell(library, options, added);
  if (!subject.name.empty())
    std::cout << wrapped(subject.name, "");
  if (!faults.empty())
    return replay(subject, faults);
  const auto swept = chaos::sweep(subject.instance, subject.record, request, options.worker_count());
  if (options.has("save"))
    write_cases(swept, options.text("save"));
  if (swept.total(&chaos::Tally::cases) == 0)
    throw InputError(
        swept.refusal +
        (request.messages
             ? "; valid: without --pairs, or a simulation that sends more messages"
             : "; valid: another --kill, or a simulation whose actors support crashes (docs/faults.md)"));
  print_sweep(swept, subject.record, request, std::cout);
  if (!swept.first_failed)
    return 0;
  print_failure(library, subject, *swept.first_failed, request, options);
  return static_cast<int>(Status::rule_broken);
}

} // namespace

MALHA_COMMAND(
    "chaos", "chaos SCENARIO",
    "crash every host of a small run at every date, and check that nothing is lost", chaos_command, 77,
    "Runs the smallest cell of a scenario, or a simulation of your own, without crashes. Then each host "
    "crashes just before, at and just after every date at which anything was decided or under way, in "
    "one run each. If the actors support it, the host also recovers. Each run must end, be valid by the "
    "rules of malha validate, and have one result of every job and task. The command prints a table of "
    "the cases. For the first case that fails it prints the command that runs only this case, and the "
    "command of the smallest instance found that still fails. With --messages, messages between two "
    "hosts are late, lost or doubled instead, if the actors support it.",
    "chaos -p uniform_speeds --set platform.total_speed=40 -d tuple_space.replicated -w bag_of_tasks --set "
    "workload.tasks=4 --set workload.work=50 --kill tuple_space/replica")

} // namespace malha
