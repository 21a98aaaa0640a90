// SPDX-License-Identifier: MIT
#include "usage.hpp"

#include "results/files/table.hpp"

#include <algorithm>
#include <ostream>

namespace malha {
namespace {

struct Group {
  std::string title;
  std::vector<std::string> commands;
};

/// A command that is in none of them is one of a plugin.
const std::vector<Group>& groups() {
  static const std::vector<Group> all{
      {"try it",
       {"list", "describe", "simulate", "continue", "compare", "duel", "whatif", "plan", "shares",
        "platform"}},
      {"look at results", {"report", "plot", "validate", "export", "convert", "rerun"}},
      {"scenarios and campaigns", {"run", "reproduce", "chaos", "submit", "status", "collect", "accept"}},
      {"extend", {"new", "check"}},
      {"help", {"help", "manual", "version"}},
      {"for programs", {"episodes"}},
      {"for shells", {"complete"}}};
  return all;
}

bool is_in(const Group& group, const std::string& name) {
  return std::find(group.commands.begin(), group.commands.end(), name) != group.commands.end();
}

void print_command(const Command& command, std::ostream& out) {
  constexpr std::size_t column = 31;
  const std::string begin = "  malha " + command.usage;
  const std::string indent(column, ' ');
  auto summary = wrapped(command.summary, indent);
  if (columns_of(begin) + 2 > column)
    out << begin << '\n' << summary;
  else
    out << begin << indent.substr(columns_of(begin)) << summary.substr(column);
}

void print_group(const std::string& title, const std::vector<const Command*>& commands, std::ostream& out) {
  if (commands.empty())
    return;
  out << '\n' << title << ":\n";
  for (const auto* command : commands)
    print_command(*command, out);
}

} // namespace

void print_usage(std::ostream& out) {
  out << wrapped("Malha: what does this scheduler do on this grid, with this load, compared with that one?",
                 "");
  std::vector<const Command*> others;
  for (const auto& command : linked_parts<Command>())
    if (std::none_of(groups().begin(), groups().end(),
                     [&](const auto& group) { return is_in(group, command.name); }))
      others.push_back(&command);
  for (const auto& group : groups()) {
    std::vector<const Command*> commands;
    for (const auto& command : linked_parts<Command>())
      if (is_in(group, command.name))
        commands.push_back(&command);
    print_group(group.title, commands, out);
  }
  print_group("of plugins", others, out);
  out << "\nmalha help COMMAND says more.\n";
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  for (const auto& command : linked_parts<Command>())
    names.push_back(command.name);
  return names;
}

} // namespace malha
