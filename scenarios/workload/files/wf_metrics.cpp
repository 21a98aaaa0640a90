// SPDX-License-Identifier: MIT
#include "wf_metrics.hpp"

#include "json_fields.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>

namespace malha {
namespace {

using nlohmann::json;

/// The metrics of one part of a file.
class Metrics {
public:
  Metrics(const json& body, const std::string& part, Workflow& workflow)
      : part_(part), metrics_(body.value(json::json_pointer("/" + part + "/metrics"), json::object())),
        workflow_(workflow) {}

  bool has(const char* name) const { return metrics_.is_object() && metrics_.contains(name); }
  /// Notes a metric that is not this number, or further from it than this share of it.
  void compare(const char* name, double counted, double share = 0) {
    if (!has(name))
      return;
    const auto& given = metrics_[name];
    if (!given.is_number() || !(std::abs(given.get<double>() - counted) <= share * counted))
      workflow_.notes.push_back(part_ + ": metrics: " + name + " is " + shown(given) + ", and is " +
                                shortest(counted) + " by the tasks and files");
  }

private:
  std::string part_;
  json metrics_;
  Workflow& workflow_;
};

void compare_levels(const std::string& file, Metrics& metrics, const Workflow& workflow) {
  if (!metrics.has("numberOfLevels") && !metrics.has("minimumWidth") && !metrics.has("maximumWidth"))
    return;
  const auto graph = graph_of(workflow, file);
  std::vector<int> widths;
  for (int task = 0; task < graph.tasks(); ++task) {
    const auto level = static_cast<std::size_t>(graph.level(task));
    widths.resize(std::max(widths.size(), level + 1));
    ++widths[level];
  }
  metrics.compare("numberOfLevels", static_cast<double>(widths.size()));
  metrics.compare("minimumWidth", *std::min_element(widths.begin(), widths.end()));
  metrics.compare("maximumWidth", *std::max_element(widths.begin(), widths.end()));
}

/// The sum of a member of the tasks of `execution` that have it; nothing where none has it.
std::optional<double> sum_of(const json& execution, const char* member) {
  std::optional<double> sum;
  for (const auto& task : execution["tasks"])
    if (task.contains(member) && task[member].is_number())
      sum = sum.value_or(0) + task[member].get<double>();
  return sum;
}

} // namespace

void note_wrong_metrics(const std::string& file, const json& body, Workflow& workflow) {
  Metrics specification(body, "specification", workflow);
  specification.compare("numberOfTasks", static_cast<double>(workflow.tasks.size()));
  specification.compare("numberOfFiles", static_cast<double>(workflow.files.size()));
  Bytes bytes = 0;
  for (const auto& one : workflow.files)
    bytes += one.size;
  specification.compare("sumOfFileSizesInBytes", bytes);
  compare_levels(file, specification, workflow);

  if (!body.contains("execution"))
    return;
  constexpr double rounding = 1e-6;
  Metrics execution(body, "execution", workflow);
  for (const auto& [name, member, share] :
       {std::tuple("sumTaskRuntimesInSeconds", "runtimeInSeconds", rounding),
        std::tuple("totalNumBytesRead", "readBytes", 0.0),
        std::tuple("totalNumBytesWritten", "writtenBytes", 0.0)})
    if (const auto sum = sum_of(body["execution"], member))
      execution.compare(name, *sum, share);
}

} // namespace malha
