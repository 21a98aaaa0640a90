// SPDX-License-Identifier: MIT
#include "chaos_report.hpp"
#include "commands.hpp"
#include "options.hpp"
#include "policies/sdk/numbers.hpp"
#include "results/table.hpp"
#include "scenarios/language/scenario.hpp"
#include "scenarios/processes/simgrid_options.hpp"

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

chaos::SweepRequest sweep_request(const Options& options) {
  constexpr std::size_t most = 10'000'000;
  chaos::SweepRequest request;
  request.pairs = options.has("pairs");
  if (options.has("kill"))
    request.kill = options.text("kill");
  if (options.has("kill") && request.kill.empty())
    throw InputError("chaos: --kill is empty; valid: an actor, or a host");
  if (options.has("down")) {
    request.down = parse_number<Seconds>(options.text("down"));
    if (!request.down || !std::isfinite(*request.down) || !(*request.down > 0))
      throw InputError("chaos: --down cannot be " + options.text("down") + "; valid: above 0, in s");
  }
  request.most = options.number<std::size_t>("cases", request.most, 1, most);
  return request;
}

Subject subject_of(const Library& library, const RunRequest& request, const std::string& name) {
  Subject subject{chaos::instance_of(library, request), {}, name};
  subject.record = chaos::record_of(subject.instance);
  chaos::limit_time(subject.instance, subject.record);
  return subject;
}

/// The cell of the scenario in which least happens.
Subject smallest_cell(const Library& library, const Options& options) {
  const auto scenario =
      read_scenario(library.scenario_file(options.one()), options.settings_given(), {}, library);
  Progress progress(std::vector<Seconds>(scenario.cells.size(), 0), 0, 1, "cells");
  std::optional<Subject> smallest;
  for (std::size_t i = 0; i < scenario.cells.size(); ++i) {
    const auto& cell = scenario.cells[i];
    auto request = cell.request;
    request.seed = options.has_seed() ? options.seed() : static_cast<std::uint64_t>(scenario.first_seed);
    progress.look_at({{i, 0}});
    auto subject = subject_of(library, request,
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

Subject own_simulation(const Library& library, const Options& options) {
  if (!options.positional().empty())
    throw InputError("chaos: takes a scenario, or -p, -d and -w; not both");
  if (options.has("explain"))
    throw InputError("chaos: --explain is for one run; valid: with malha simulate");
  const RunRequest request{options.text("platform"), options.text("deployment"),
                           options.text("workload"), options.settings_given(),
                           options.seed(),           options.simgrid_options(),
                           options.environment()};
  for (const auto& option : request.simgrid_options)
    check_simgrid_option(option);
  return subject_of(library, request, "");
}

void check_case(const chaos::CrashCase& crashes, const chaos::Record& record) {
  std::vector<std::string> hosts;
  for (const auto& component : record.components)
    hosts.push_back(component.host);
  for (const auto& crash : crashes) {
    const auto named = "chaos: --case " + chaos::text_of(crashes) + ": ";
    if (std::find(hosts.begin(), hosts.end(), crash.host) == hosts.end())
      throw InputError(named + "nothing runs on a host '" + crash.host + "'; valid: " + listed(hosts));
    if (crash.date > record.end())
      throw InputError(named + shortest(crash.date) + " s is after the end; valid: above 0 and up to " +
                       shortest(record.end()) + " s");
  }
}

int replay(const Subject& subject, const chaos::CrashCase& crashes) {
  check_case(crashes, subject.record);
  const auto verdict = chaos::run_case(subject.instance, subject.record, crashes);
  if (verdict.kind == chaos::Verdict::Kind::refused)
    throw InputError(verdict.why);
  const bool passed = verdict.kind == chaos::Verdict::Kind::passed;
  std::cout << wrapped(chaos::text_of(crashes) +
                           (passed ? " passed: the run ends, its schedule is valid, and each job "
                                     "and task has one result"
                                   : " failed: " + verdict.why),
                       "");
  return static_cast<int>(passed ? Status::done : Status::rule_broken);
}

void print_failure(const Library& library, const Subject& subject, const chaos::Failure& first,
                   const chaos::SweepRequest& request, const Options& options) {
  std::cout << wrapped("FAILED first: " + chaos::text_of(first.of.crashes) + ": " + first.why, "")
            << in_shell_lines(command_of(subject.instance, first.of.crashes, options.plugin_paths()))
            << std::flush;
  const auto smallest = chaos::shrunk(library, {subject.instance, first.of.crashes, first.why}, request,
                                      options.worker_count());
  std::cout << wrapped("the smallest instance found that still fails: " + chaos::text_of(smallest.crashes) +
                           ": " + smallest.why,
                       "")
            << in_shell_lines(command_of(smallest.instance, smallest.crashes, options.plugin_paths()));
}

int chaos_command(const std::vector<std::string>& words) {
  const bool is_own = is_own_simulation(words);
  const Options options(
      "chaos", words,
      (is_own ? Options::simulation | Options::simgrid : Options::seeded) | Options::settings |
          Options::workers,
      "SCENARIO",
      {{"kill", "KIND", "crash only hosts of this actor (tuple_space/replica), or this host"},
       {"pairs", "", "two hosts crash in each case, instead of one"},
       {"down", "S", "hosts that return are down for S seconds; a tenth of the run"},
       {"cases", "N", "run at most N cases, which the seed draws of more; 10000"},
       {"case", "CASE", "run one case alone: HOST@DATE, or HOST@DATE+DOWN"},
       {"save", "FILE", "write a row for each case into this file, as CSV"}});
  if (options.help())
    return 0;
  const auto request = sweep_request(options);
  const auto crashes = options.has("case") ? chaos::case_from(options.text("case")) : chaos::CrashCase{};
  const Library library(options.plugin_paths());
  const auto subject = is_own ? own_simulation(library, options) : smallest_cell(library, options);
  if (!subject.name.empty())
    std::cout << wrapped(subject.name, "");
  if (!crashes.empty())
    return replay(subject, crashes);
  const auto swept = chaos::sweep(subject.instance, subject.record, request, options.worker_count());
  if (options.has("save"))
    write_cases(swept, options.text("save"));
  if (swept.total(&chaos::Tally::cases) == 0)
    throw InputError(swept.refusal + "; valid: another --kill, or a simulation whose actors bear crashes "
                                     "(docs/faults.md)");
  print_sweep(swept, subject.record, std::cout);
  if (!swept.first_failed)
    return 0;
  print_failure(library, subject, *swept.first_failed, request, options);
  return static_cast<int>(Status::rule_broken);
}

} // namespace

MALHA_COMMAND(
    "chaos", "chaos SCENARIO", "crash every host of a small run at every date, and see that nothing is lost",
    chaos_command, 77,
    "Runs the smallest cell of a scenario, or a simulation of your own, without crashes. Then each host "
    "crashes just before, at and just after every date at which anything was decided or under way, one "
    "run each; where that is borne, it also returns. Each run must end, be valid by the rules of malha "
    "validate, and have one result of every job and task. It prints a table of the cases. Of the "
    "first that fails it prints the command that runs it alone, and the command of the smallest instance "
    "found that still fails.",
    "chaos -p uniform_speeds --set platform.total_speed=40 -d tuple_space.replicated -w bag_of_tasks --set "
    "workload.tasks=4 --set workload.work=50 --kill tuple_space/replica")

} // namespace malha
