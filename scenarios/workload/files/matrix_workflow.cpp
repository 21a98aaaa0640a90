// SPDX-License-Identifier: MIT
#include "matrix_workflow.hpp"

#include "json_fields.hpp"
#include "policies/sdk/plain_text.hpp"

#include <map>
#include <tuple>

namespace malha {
namespace {

using nlohmann::json;

constexpr std::size_t most_hosts = 100'000, most_tasks = 10'000'000;

std::vector<std::string> names_in(const JsonFields& fields, const char* key, const char* of_what) {
  const std::string valid = std::string("an array of at least one name of a ") + of_what +
                            " without control characters, no two alike";
  const auto& array = fields.required(key, valid);
  if (!array.is_array() || array.empty())
    fields.refuse(key, valid);
  std::vector<std::string> names;
  for (const auto& name : array) {
    if (!name.is_string() || forbidden_in(name.get_ref<const std::string&>(), true))
      fields.refuse(key, valid);
    names.push_back(name.get<std::string>());
  }
  auto sorted = names;
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
    fields.fail(": '" + std::string(key) + "' has '" + *twice + "' twice; valid: " + valid);
  return names;
}

/// Appends a row of numbers, each of which `is_valid`.
template <class IsValid>
void add_row(const std::string& who, const json& row, std::size_t size, const std::string& number,
             IsValid is_valid, std::vector<double>& to) {
  const std::string valid =
      "an array of " + std::to_string(size) + " numbers, one for each host, each " + number;
  if (!row.is_array() || row.size() != size)
    throw InputError(who + " is " + shown(row) + "; valid: " + valid);
  for (const auto& value : row) {
    if (!value.is_number() || !is_valid(value.get<double>()))
      throw InputError(who + " has " + shown(value) + "; valid: " + valid);
    to.push_back(value.get<double>());
  }
}

/// A number for all pairs of hosts, or a row for each.
template <class IsValid>
std::vector<double> number_or_rows(const JsonFields& fields, const char* key, std::size_t hosts,
                                   const std::string& number, IsValid is_valid) {
  const std::string valid = "a number " + number + ", or an array of " + std::to_string(hosts) + " rows";
  const auto& value = fields.required(key, valid);
  if (value.is_number() && is_valid(value.get<double>()))
    return {value.get<double>()};
  if (!value.is_array() || value.size() != hosts)
    fields.refuse(key, valid);
  std::vector<double> rows;
  for (std::size_t from = 0; from < hosts; ++from)
    add_row(fields.who() + ": row " + std::to_string(from) + " of '" + key + "'", value[from], hosts, number,
            is_valid, rows);
  return rows;
}

bool is_time(double value) { return value >= 0; }
bool is_rate(double value) { return value > 0; }

} // namespace

Workflow matrix_workflow(const std::string& file, const json& content) {
  const JsonFields fields(file, content);
  Workflow workflow;
  std::map<std::string, int> numbers;
  for (auto& name : names_in(fields, "tasks", "task")) {
    numbers.emplace(name, static_cast<int>(workflow.tasks.size()));
    workflow.tasks.emplace_back().id = std::move(name);
  }
  auto& hosts = workflow.hosts.emplace();
  hosts.names = names_in(fields, "hosts", "host");
  const std::size_t size = hosts.names.size();
  for (const auto& [number, most, what] :
       {std::tuple(size, most_hosts, " hosts"), std::tuple(workflow.tasks.size(), most_tasks, " tasks")})
    if (number > most)
      fields.fail(": has " + std::to_string(number) + what + "; valid: at most " + std::to_string(most));

  const std::string rows = "an array with a row of run times for each task";
  const auto& run_times = fields.required("run_times", rows);
  if (!run_times.is_array() || run_times.size() != workflow.tasks.size())
    fields.fail(": 'run_times' is no array of " + std::to_string(workflow.tasks.size()) +
                " rows; valid: " + rows);
  for (std::size_t task = 0; task < workflow.tasks.size(); ++task)
    add_row(file + ": run times of task '" + workflow.tasks[task].id + "'", run_times[task], size,
            "at least 0", is_time, hosts.rows);
  hosts.latencies = number_or_rows(fields, "latency", size, "at least 0", is_time);
  hosts.bandwidths = number_or_rows(fields, "bandwidth", size, "above 0", is_rate);

  const std::string valid = "an array of edges with from, to and data";
  const auto& edges = fields.required("edges", valid);
  if (!edges.is_array())
    fields.refuse("edges", valid);
  for (std::size_t number = 0; number < edges.size(); ++number) {
    const JsonFields edge(file + ": edge " + std::to_string(number), edges[number]);
    const auto task = [&](const char* key) {
      const auto found = numbers.find(edge.line(key));
      if (found == numbers.end())
        edge.refuse(key, "the name of a task");
      return found->second;
    };
    const int from = task("from"), to = task("to");
    workflow.files.push_back(
        {edge.line("from") + " -> " + edge.line("to"), edge.number("data"), {from}, {to}});
  }
  return workflow;
}

} // namespace malha
