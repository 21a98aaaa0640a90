// SPDX-License-Identifier: MIT
#include "records.hpp"

#include "csv_formulas.hpp"
#include "policies/sdk/numbers.hpp"
#include "visible_text.hpp"

#include <algorithm>
#include <charconv>
#include <string_view>
#include <type_traits>

namespace malha {
namespace {

void append(std::string& line, std::string_view field) {
  line += ',';
  line += field;
}

/// Whether a field is its text: rows are written by the million, and nearly all are.
bool is_plain_field(const std::string& text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c >= 0x20 && c < 0x7F && c != ',' && c != '"'; }) &&
         !begins_formula(text);
}

void append_text(std::string& line, const std::string& field) {
  line += ',';
  if (field.empty() || is_plain_field(field))
    line += field;
  else
    line += csv_field(field);
}

constexpr std::size_t longest_number = 32;

/// Writes the shortest form of a number that reads back exactly. Returns its end.
template <class Number>
std::enable_if_t<std::is_integral_v<Number>, char*> write_number(char* text, Number value) {
  return std::to_chars(text, text + longest_number, value).ptr;
}

/// Most dates are whole seconds, which take less time as integers. The text is the same, unless five zeros
/// and more at its end make an exponent shorter: 1e+05.
char* write_number(char* text, double value) {
  constexpr double most = 9007199254740992; // up to here all integers are doubles
  if (value > 0 && value < most)
    if (const auto whole = static_cast<std::int64_t>(value);
        static_cast<double>(whole) == value && whole % 100'000 != 0)
      return write_number(text, whole);
  return std::to_chars(text, text + longest_number, value).ptr;
}

/// Appends numbers, each behind a comma. They reach the line at once, since rows are written by the million.
template <class... Numbers>
std::enable_if_t<(std::is_arithmetic_v<Numbers> && ...)> append(std::string& line, Numbers... values) {
  char text[sizeof...(values) * (1 + longest_number)];
  char* end = text;
  ((*end++ = ',', end = write_number(end, values)), ...);
  line.append(text, static_cast<std::size_t>(end - text));
}

template <class Number>
void append_optional(std::string& line, const std::optional<Number>& value) {
  if (value)
    append(line, *value);
  else
    line += ',';
}

} // namespace

std::string csv_field(const std::string& text) {
  if (is_plain_field(text))
    return text;
  const auto shown = (begins_formula(text) ? "'" : "") + visible(text);
  if (shown.find_first_of(",\"\n") == std::string::npos)
    return shown;
  std::string quoted = "\"";
  for (const char c : shown)
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

const char* text_of(FinalState state) {
  switch (state) {
  case FinalState::walltime_reached:
    return "COMPLETED_WALLTIME_REACHED";
  case FinalState::killed:
    return "COMPLETED_KILLED";
  case FinalState::rejected:
    return "REJECTED";
  case FinalState::dependency_never_satisfied:
    return "DEPENDENCY_NEVER_SATISFIED";
  default:
    return "COMPLETED_SUCCESSFULLY";
  }
}

std::string csv_field(const std::optional<double>& number) { return number ? shortest(*number) : ""; }

std::string csv_line(const JobRow& row) {
  std::string line;
  append_csv(line, row);
  return line;
}

void append_csv(std::string& line, const JobRow& row) {
  const Seconds execution = row.finish - row.start;
  const Seconds turnaround = row.finish - row.task.submitted;
  line += std::to_string(number_of(row.task));
  append_text(line, row.workload);
  append_text(line, row.profile);
  append(line, row.task.submitted, row.task.resources, row.walltime.value_or(-1),
         row.state == FinalState::completed ? 1 : 0);
  append(line, text_of(row.state));
  if (never_ran(row.state)) {
    line += ",,,,,,,";
  } else {
    append(line, row.start, execution, row.finish, row.start - row.task.submitted, turnaround,
           execution > 0 ? turnaround / execution : 1);
    line += ',';
    row.resources.append_to(line);
  }
  append(line, row.energy);
  append_text(line, row.metadata);
  append(line, row.task.job);
  append_text(line, row.user);
  append_text(line, row.queue);
  append_text(line, row.site);
  append(line, row.preemptions, row.restarts, row.wasted, computed_work(row.task));
}

std::string csv_line(const AttemptRow& row) {
  std::string line = std::to_string(row.task);
  append(line, row.job, row.attempt);
  line += ',';
  row.resources.append_to(line);
  append(line, row.start, row.end);
  append(line, row.outcome);
  append(line, row.work);
  if (row.energy)
    append(line, *row.energy);
  return line;
}

std::string csv_line(const PartRow& row) {
  std::string line = std::to_string(row.task);
  append_text(line, row.site);
  append(line, row.start, row.finish);
  append(line, row.resources.text());
  return line;
}

std::string csv_line(const SizeRow& row) {
  std::string line = std::to_string(row.task);
  append(line, row.time);
  append(line, row.resources.size());
  append(line, row.resources.text());
  append(line, row.pause);
  return line;
}

std::string csv_line(const DagTaskRow& row) {
  std::string line = std::to_string(row.task);
  append(line, row.job);
  append_text(line, row.name);
  append(line, row.parents.text());
  append(line, row.input, row.output);
  return line;
}

std::string csv_line(const DagStartRow& row) {
  std::string line = std::to_string(row.task);
  append(line, row.resource);
  append_optional(line, row.assigned);
  append_optional(line, row.arrived);
  append_optional(line, row.transferred);
  return line;
}

std::string csv_line(const DagMoveRow& row) {
  std::string line = shortest(row.time);
  append_text(line, row.manager);
  append_text(line, row.kind);
  append_optional(line, row.event);
  append(line, row.task);
  append_text(line, row.from);
  append_text(line, row.to);
  append_text(line, row.outcome);
  return line;
}

std::string csv_line(const PrecedingJobRow& row) {
  std::string line = std::to_string(row.job);
  append(line, row.preceding, row.think_time);
  append(line, row.condition);
  return line;
}

std::string csv_line(const OutageRow& row) {
  std::string line = std::to_string(row.resource);
  append(line, row.start);
  append_optional(line, row.end);
  return line;
}

std::string csv_line(const SpeedRow& row) {
  std::string line = std::to_string(row.resource);
  append(line, row.time, row.speed);
  append_optional(line, row.period);
  return line;
}

std::string csv_line(const DecisionRow& row) {
  std::string line = shortest(row.time);
  append_optional(line, row.job);
  append_optional(line, row.job ? std::optional(row.task) : std::nullopt);
  append(line, row.decision);
  append_text(line, row.reason);
  append_optional(line, row.promised);
  return line;
}

std::string csv_line(const BalanceRow& row) {
  std::string line = shortest(row.time);
  append_text(line, row.manager);
  append(line, row.event, row.child);
  append_text(line, row.host);
  append_text(line, row.role);
  append(line, row.report);
  append_optional(line, row.reported);
  append_optional(line, row.power);
  append_optional(line, row.ert);
  append_optional(line, row.fraction);
  append_optional(line, row.tasks);
  return line;
}

std::string csv_line(const PredictionRow& row) {
  std::string line = std::to_string(row.task);
  append_text(line, row.site);
  append(line, row.date, row.waiting_time, row.execution_time, row.local_nodes);
  return line;
}

std::string csv_line(const UserStateRow& row) {
  std::string line = shortest(row.time);
  append_text(line, row.user);
  append(line, row.machines, row.tasks);
  return line;
}

std::string series_line(const StateRow& row) {
  std::string line = shortest(row.time);
  append(line, row.queued_jobs, row.queued_resources, row.running_jobs, row.computing,
         row.computing / static_cast<double>(row.computing + row.idle + row.down + row.asleep +
                                             row.switching_on + row.switching_off));
  return line;
}

std::string machine_states_line(const StateRow& row) {
  std::string line = shortest(row.time);
  // Batsim knows no broken nodes: those that are down count as asleep.
  append(line, row.down + row.asleep, row.switching_on, row.switching_off, row.idle, row.computing);
  return line;
}

std::string csv_line(const ResourceRow& row) {
  std::string line = std::to_string(row.index);
  append(line, csv_field(row.host));
  append(line, row.speed, row.cores);
  append(line, csv_field(row.site));
  append(line, csv_field(row.owner));
  append(line, row.slots);
  return line;
}

std::string csv_line(const MessageRow& row) {
  std::string line = csv_field(row.kind);
  append(line, csv_field(row.layer));
  append(line, row.count, row.bytes);
  return line;
}

} // namespace malha
