// SPDX-License-Identifier: MIT
#include "outcome_report.hpp"

#include "policies/sdk/numbers.hpp"
#include "rejected_jobs.hpp"
#include "results/files/files.hpp"
#include "results/files/table.hpp"
#include "results/validate/rows.hpp"
#include "scenarios/runner/runs/headlines.hpp"
#include "scenarios/runner/verdicts/rejections.hpp"
#include "workload_notes.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <map>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// Which jobs are in the means, when not all are.
void print_window(const Outcome& outcome, const SimulationPlan& plan, std::ostream& out) {
  std::map<std::string, double> values;
  for (const auto& metric : outcome.metrics)
    values[metric.name] = metric.value;
  if (values["jobs_counted"] < values["jobs_finished"])
    out << wrapped("means and maxima over " + shortest(values["jobs_counted"]) + " of " +
                       shortest(values["jobs_finished"]) + " jobs: warm_up=" + plan.run.text("warm_up") +
                       ", cool_down=" + plan.run.text("cool_down"),
                   "");
}

/// That a trace runs on another machine than it was recorded on.
void print_recorded_nodes(const Outcome& outcome, const SimulationPlan& plan, std::ostream& out) {
  for (const auto& metric : outcome.metrics)
    if (metric.name == "recorded_nodes")
      out << wrapped(plan.workload.name + " was recorded on " + shortest(metric.value) +
                         " nodes; this platform has another number",
                     "");
}

bool has_rejections(const std::vector<MetricValue>& metrics) {
  return std::any_of(metrics.begin(), metrics.end(),
                     [](const auto& metric) { return metric.name == "jobs_rejected" && metric.value > 0; });
}

/// Where a job would run alone: " at 1e9 flop/s".
std::string alone_at(const Outcome& outcome) {
  for (const auto& metric : outcome.metrics)
    if (metric.name == "slowdown_speed")
      return " at " + shortest(metric.value) + " flop/s";
  return "";
}

/// The metrics that were asked for, or else the headlines of the architecture.
void print_metrics_of(const Outcome& outcome, const SimulationPlan& plan,
                      const std::vector<std::string>& asked, std::ostream& out) {
  const bool all = asked == std::vector<std::string>{"all"};
  const auto wanted = asked.empty() ? headlines_of(plan.deployment.actors) : asked;
  const auto is_wanted = [&](const std::string& name) {
    const bool is_of_user = name.find('.') != std::string::npos;
    return (all && !is_of_user) || std::any_of(wanted.begin(), wanted.end(), [&](const auto& one) {
             return name == one || (is_of_user && name.rfind(one + ".", 0) == 0);
           });
  };
  Table table({"metric", "value", "unit"}, {false, true, false});
  std::size_t left_out = 0;
  std::int64_t users = 0;
  for (const auto& metric : outcome.metrics) {
    users += metric.name.rfind("user_satisfaction.", 0) == 0 ? 1 : 0;
    if (is_wanted(metric.name))
      table.add({metric.name, shown(metric.value, 5), metric.unit});
    else
      left_out += metric.name.find('.') == std::string::npos ? 1 : 0;
  }
  table.print(out);
  if (users > 0)
    out << counted(users, "user") << ": users.csv\n";
  if (asked.empty() && left_out > 0)
    out << left_out << " more metrics: --metrics all\n";
}

/// A number with so many digits behind its point.
std::string fixed(double value, int digits) {
  char text[64];
  return std::string(text, static_cast<std::size_t>(std::snprintf(text, sizeof text, "%.*f", digits, value)));
}

} // namespace

bool is_cut(const Outcome& outcome) {
  return outcome.status == Status::not_ended &&
         std::any_of(outcome.metrics.begin(), outcome.metrics.end(),
                     [](const auto& metric) { return metric.name == "cut" && metric.value > 0; });
}

void print_outcome(const Outcome& outcome, const SimulationPlan& plan, const fs::path& folder,
                   const std::vector<std::string>& asked, std::ostream& out) {
  print_metrics_of(outcome, plan, asked, out);
  if (!plan.platform.note.empty())
    out << plan.platform.note << '\n';
  print_recorded_nodes(outcome, plan, out);
  print_workload_notes(folder, "", out);
  print_window(outcome, plan, out);
  for (const auto& note : outcome.notes)
    out << wrapped(note, "");
  print_rejections({{"", "", {}, {{plan.seed, outcome.metrics}}}}, "", out);
  if (has_rejections(outcome.metrics) && is_written(folder / "jobs.csv"))
    print_rejected_jobs(folder, plan.platform, out);
  out << wrapped("bounded slowdown: the turnaround over the run time alone" + alone_at(outcome) +
                     ", which counts as slowdown_threshold=" + plan.run.text("slowdown_threshold") +
                     " s where it is less",
                 "");
  std::ifstream file(folder / "machine.json");
  const auto machine = nlohmann::json::parse(file, nullptr, false);
  if (machine.is_object())
    out << "wall time " << fixed(machine["wall_seconds"].get<double>(), 3) << " s, peak memory "
        << fixed(machine["peak_memory_bytes"].get<double>() / 1048576, 1) << " MiB\n";
  out << std::flush;
}

} // namespace malha
