// SPDX-License-Identifier: MIT
#include "schedule_value.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/near_names.hpp"
#include "results/measures/metrics.hpp"

#include <algorithm>
#include <tuple>

namespace malha::duel {
namespace {

/// Whether rows alone determine the metric, and one value says it all.
bool is_of_rows(const Metric& metric) {
  static const std::vector<std::string> others{"messages", "message_bytes", "messages_unread", "cut",
                                               "recorded_nodes"};
  return !metric.is_by_user && std::find(others.begin(), others.end(), metric.name) == others.end();
}

const Metric& metric_named(const std::string& name) {
  std::vector<std::string> valid;
  for (const auto& metric : linked_parts<Metric>())
    if (is_of_rows(metric)) {
      if (metric.name == name)
        return metric;
      if (metric.is_headline && metric.better != Better::neither)
        valid.push_back(metric.name);
    }
  throw InputError("duel: --metric cannot be " + name + "; valid: a metric of the rows of jobs, such as " +
                   listed(valid));
}

} // namespace

ScheduleValue::ScheduleValue(const std::string& metric, const Parameters& run)
    : metric_(metric_named(metric)), slowdowns_{run.real("slowdown_threshold"), run.real("slowdown_speed")},
      classes_{run.real("short_job"), static_cast<int>(run.integer("narrow_job"))} {}

std::optional<double> ScheduleValue::of(std::vector<JobRow>& rows,
                                        const std::vector<FlopsPerSecond>& speeds) const {
  std::sort(rows.begin(), rows.end(), [](const JobRow& a, const JobRow& b) {
    return std::tie(a.finish, a.task.id) < std::tie(b.finish, b.task.id);
  });
  if (metric_.source.of_totals == nullptr)
    return by_sum(rows, speeds);
  ScheduleMetrics all;
  all.measure_by(slowdowns_, classes_);
  for (const auto speed : speeds)
    all.resource(speed);
  for (const auto& row : rows)
    all.add(row);
  for (const auto& value : all.values(rows.empty() ? 0 : rows.back().finish))
    if (value.name == metric_.name)
      return value.value;
  return std::nullopt;
}

/// The same for a metric that is a sum over jobs, without computing all others.
std::optional<double> ScheduleValue::by_sum(const std::vector<JobRow>& rows,
                                            const std::vector<FlopsPerSecond>& speeds) const {
  auto rule = slowdowns_;
  if (!(rule.speed > 0) && !speeds.empty())
    rule.speed = *std::max_element(speeds.begin(), speeds.end());
  const auto sum = metric_.source.make_sum();
  for (const auto speed : speeds)
    sum->resource(speed);
  sum->measure_by(rule);
  RunTotals totals;
  for (const auto& row : rows) {
    sum->ran(row, true);
    ++totals.finished;
    ++totals.counted;
    totals.killed += row.state == FinalState::completed ? 0 : 1;
    totals.first_submission = std::min(totals.first_submission, row.task.submitted);
    totals.last_finish = std::max(totals.last_finish, row.finish);
  }
  return sum->value(totals);
}

} // namespace malha::duel
