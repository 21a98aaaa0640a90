// SPDX-License-Identifier: MIT
#include "commands.hpp"
#include "results/files.hpp"
#include "results/table.hpp"
#include "scenarios/campaign/campaign.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

namespace malha {
namespace {

const std::vector<Command>& commands() {
  static const std::vector<Command> all{
      {"list", "list [KIND]", "scenarios, policies, actors, platforms, deployments, workloads", list_command},
      {"describe", "describe NAME", "what a name means: sentence, source, parameters", describe_command},
      {"run", "run SCENARIO…", "run scenarios, our numbers beside the published ones", run_command},
      {"reproduce", "reproduce STUDY|all", "every scenario of a study", reproduce_command},
      {"simulate", "simulate -p P -d D -w W", "one simulation of your own", simulate_command},
      {"compare", "compare -p P -w W -d D…", "deployments on one platform under one workload",
       compare_command},
      {"validate", "validate DIR|jobs.csv", "check a schedule that a run, or another tool (-p), wrote",
       validate_command},
      {"platform", "platform NAME", "write a generated platform as SimGrid XML", platform_command},
      {"convert", "convert IN OUT", "a workload, or what a run did, as SWF or as Batsim's JSON",
       convert_command},
      {"collect", "collect DIR… -o DIR", "merge the shards of a campaign", collect_command},
      {"new", "new KIND NAME", "write a project that extends Malha, with its test", new_command},
      {"accept", "accept SCENARIO", "make today's numbers the reference", accept_command},
  };
  return all;
}

void print_usage(std::ostream& out) {
  out << "Malha: what does this scheduler do on this grid, with this load, compared with that one?\n\n";
  std::size_t widest = 0;
  for (const auto& command : commands())
    widest = std::max(widest, columns_of(command.usage));
  for (const auto& command : commands())
    out << "  malha " << command.usage << std::string(widest - columns_of(command.usage) + 2, ' ')
        << command.summary << '\n';
  out << "\nmalha COMMAND --help says more.\n";
}

int main_of(const std::vector<std::string>& words) {
  if (words.empty() || words.front() == "--help" || words.front() == "-h") {
    print_usage(words.empty() ? std::cerr : std::cout);
    return words.empty() ? static_cast<int>(Status::bad_input) : 0;
  }
  if (words.front() == "--version") {
    std::cout << "malha " << MALHA_VERSION << '\n';
    return 0;
  }
  for (const auto& command : commands())
    if (command.name == words.front())
      return command.run({words.begin() + 1, words.end()});
  std::vector<std::string> names;
  for (const auto& command : commands())
    names.push_back(command.name);
  throw InputError("unknown command '" + words.front() + "'; valid: " + listed(names));
}

Status said(const std::string& message, Status status) {
  std::cerr << "malha: " << message << '\n';
  return status;
}

Status status_of(const std::vector<std::string>& words) {
  try {
    return static_cast<Status>(main_of(words));
  } catch (const InputError& error) {
    return said(error.what(), Status::bad_input);
  } catch (const std::filesystem::filesystem_error& error) {
    return said(sentence_of(error), Status::bad_input);
  } catch (const std::exception& error) {
    return said(error.what(), Status::died);
  }
}

/// An answer that did not arrive, as on a full disk, is none.
Status arrived(Status status) {
  errno = 0;
  const bool is_out = std::cout.flush().good() && std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
  if (is_out)
    return status;
  const std::string reason = errno == 0 ? "" : std::string(": ") + std::strerror(errno);
  return said("the standard output cannot be written" + reason, graver(status, Status::died));
}

} // namespace
} // namespace malha

int main(int argc, char** argv) {
  return static_cast<int>(malha::arrived(malha::status_of({argv + 1, argv + argc})));
}
