// SPDX-License-Identifier: MIT
#include "chaos_report.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/files.hpp"
#include "results/files/shell_words.hpp"
#include "results/files/table.hpp"
#include "scenarios/runner/runs/run_request.hpp"

#include <ostream>

namespace malha {
namespace {

namespace fs = std::filesystem;
const char* word_for(chaos::Verdict::Kind kind) {
  return kind == chaos::Verdict::Kind::passed   ? "passed"
         : kind == chaos::Verdict::Kind::failed ? "failed"
                                                : "refused";
}

std::string what_happens(const chaos::Record& record, const chaos::SweepRequest& request) {
  const auto hosts = std::to_string(record.components.size()) + " hosts, ";
  if (request.messages)
    return hosts + std::to_string(record.messages.size()) + " messages between them. " +
           (request.messages == chaos::MessageSweep::lost      ? "Each is lost"
            : request.messages == chaos::MessageSweep::doubled ? "Each arrives twice"
            : request.late                                     ? "Each is late"
                           : "Each leaves just after the next one to its receiver, or later") +
           (request.pairs ? ", and another one, too. " : ". ");
  return hosts + std::to_string(record.dates.size()) +
         " dates at which something is decided or under way. Hosts crash just before each of them, "
         "at it and just after it; hosts that recover are down for " +
         shown(down_of(record, request), 4) + " s. ";
}

} // namespace

void print_sweep(const chaos::Swept& swept, const chaos::Record& record, const chaos::SweepRequest& request,
                 std::ostream& out) {
  const auto all = swept.total(&chaos::Tally::all) - swept.total(&chaos::Tally::refused);
  std::string how_many = std::to_string(swept.cases.size());
  if (swept.cases.size() < all)
    how_many += " of " + std::to_string(all) + ", drawn by the seed";
  out << wrapped(what_happens(record, request) + "Cases: " + how_many, "");
  Table table({request.messages ? "which message" : "who crashes", request.messages ? "is" : "and", "cases",
               "passed", "failed", "refused"},
              {false, false, true, true, true, true});
  const auto add = [&](const std::string& kind, const std::string& way, const chaos::Tally& tally) {
    table.add({kind, way, std::to_string(tally.cases), std::to_string(tally.passed),
               std::to_string(tally.failed), std::to_string(tally.refused)});
  };
  for (std::size_t group = 0; group < swept.tallies.size(); ++group)
    add(swept.space.groups[group].kind, swept.space.groups[group].way, swept.tallies[group]);
  add("all", "",
      {0, swept.total(&chaos::Tally::cases), swept.total(&chaos::Tally::passed),
       swept.total(&chaos::Tally::failed), swept.total(&chaos::Tally::refused)});
  table.print(out);
  out << swept.states << " distinct states of tasks, messages and hosts\n";
  if (swept.too_few > 0)
    out << wrapped("in " + std::to_string(swept.too_few) +
                       " of the cases that passed, too few resources were left: jobs that needed more were "
                       "rejected, or the run said that none was left",
                   "");
  if (!swept.refusal.empty())
    out << wrapped((request.messages ? "refused: " : "refused, since the actors do not support it: ") +
                       swept.refusal,
                   "");
}

std::string command_of(const chaos::Instance& instance, const chaos::FaultCase& faults,
                       const std::vector<fs::path>& plugin_paths) {
  const auto& request = instance.request;
  std::string command = "chaos -p " + shell_word(request.platform) + " -d " + shell_word(request.deployment) +
                        " -w " + shell_word(request.workload);
  for (const auto& name : request.environment)
    command += " --environment " + shell_word(name);
  for (const auto& [key, value] : request.settings)
    command += " --set " + shell_word(key + "=" + value);
  for (const auto& option : request.simgrid_options)
    command += " --sg-cfg " + shell_word(option);
  if (request.seed != 0)
    command += " --seed " + std::to_string(request.seed);
  for (const auto& path : plugin_paths)
    command += " --plugin-path " + shell_word(path.string());
  return command + " --case " + shell_word(chaos::text_of(faults));
}

void write_cases(const chaos::Swept& swept, const fs::path& file) {
  write_file(file, [&](std::ostream& out) {
    out << "case,who,and,verdict,why\n";
    for (std::size_t i = 0; i < swept.cases.size(); ++i) {
      const auto& [faults, group] = swept.cases[i];
      out << csv_field(chaos::text_of(faults)) << ',' << csv_field(swept.space.groups[group].kind) << ','
          << swept.space.groups[group].way << ',' << word_for(swept.verdicts[i].kind) << ','
          << csv_field(swept.verdicts[i].why) << '\n';
    }
  });
}

} // namespace malha
