// SPDX-License-Identifier: MIT
#include "metrics.hpp"

#include "job_times.hpp"
#include "policies/sdk/numbers.hpp"

#include <algorithm>
#include <ostream>

namespace malha {

std::vector<MetricSpec> known_metrics() {
  std::vector<MetricSpec> all;
  for (const auto& metric : linked_parts<Metric>())
    all.push_back({metric.name, metric.unit, metric.meaning, false, metric.is_by_user, metric.is_headline});
  return all;
}

std::optional<MetricSpec> find_metric(const std::map<std::string, MetricSpec>& known,
                                      const std::string& name) {
  if (const auto whole = known.find(name); whole != known.end() && !whole->second.is_by_user)
    return whole->second;
  const auto dot = name.find('.');
  const auto found = known.find(name.substr(0, dot));
  if (dot == std::string::npos || dot + 1 == name.size() || found == known.end() || !found->second.is_by_user)
    return std::nullopt;
  MetricSpec spec = found->second;
  spec.name = name;
  return spec;
}

void WaitSums::add(const JobRow& row, FlopsPerSecond fastest, const SlowdownRule& rule) {
  ++jobs;
  waiting += waiting_time(row);
  longest_waiting = std::max(longest_waiting, waiting_time(row));
  turnaround += turnaround_time(row);
  bounded_slowdown += malha::bounded_slowdown(row, rule);
  satisfaction += malha::satisfaction(row, fastest);
}

std::vector<double> values_of(const WaitSums& sums) {
  const auto jobs = static_cast<double>(sums.jobs);
  return {jobs,
          sums.waiting / jobs,
          sums.longest_waiting,
          sums.turnaround / jobs,
          sums.bounded_slowdown / jobs,
          sums.satisfaction / jobs};
}

std::string users_line(const std::string& user, const WaitSums& sums) {
  std::string line = csv_field(user);
  for (const double value : values_of(sums))
    line += "," + shortest(value);
  return line;
}

ScheduleMetrics::ScheduleMetrics() {
  for (const auto& metric : linked_parts<Metric>())
    if (metric.source.of_totals == nullptr)
      sums_.push_back(metric.source.make_sum());
}

void ScheduleMetrics::count_only(Seconds warm_up, Seconds cool_down) {
  warm_up_ = warm_up;
  cool_down_ = cool_down;
}

void ScheduleMetrics::measure_by(const SlowdownRule& rule, const ClassBorders& borders) {
  given_rule_ = rule;
  borders_ = borders;
  announce_rule();
}

void ScheduleMetrics::announce_rule() {
  auto rule = given_rule_;
  rule.speed = rule.speed > 0 ? rule.speed : fastest_;
  classes_.measure_by(rule, borders_);
  for (const auto& sum : sums_)
    sum->measure_by(rule);
}

void ScheduleMetrics::resource(FlopsPerSecond speed) {
  if (speed > fastest_) {
    fastest_ = speed;
    announce_rule();
  }
  dags_.resource(speed);
  for (const auto& sum : sums_)
    sum->resource(speed);
}

void ScheduleMetrics::submitted_dag(const Job& dag) {
  if (counts(dag.submitted))
    dags_.submitted(dag);
}

void ScheduleMetrics::add(const JobRow& row) {
  dags_.ended(row);
  totals_.first_submission = std::min(totals_.first_submission, row.task.submitted);
  if (never_ran(row.state)) {
    ++totals_.rejected;
    for (const auto& sum : sums_)
      sum->rejected(row);
    return;
  }
  totals_.last_finish = totals_.finished == 0 ? row.finish : std::max(totals_.last_finish, row.finish);
  ++totals_.finished;
  totals_.killed += row.state == FinalState::completed ? 0 : 1;
  const bool counts = this->counts(row.task.submitted);
  totals_.counted += counts ? 1 : 0;
  if (counts)
    classes_.add(row);
  for (const auto& sum : sums_)
    sum->ran(row, counts);
}

std::vector<MetricValue> ScheduleMetrics::values(Seconds simulated_time,
                                                 const std::optional<SimulationEnd>& simulation) const {
  auto totals = totals_;
  totals.simulated_time = simulated_time;
  totals.simulation = simulation;
  totals.classes = &classes_;
  totals.dags = &dags_;
  std::vector<MetricValue> all;
  auto sum = sums_.begin(); // of the next metric that is a sum
  for (const auto& metric : linked_parts<Metric>()) {
    if (metric.source.of_totals != nullptr) {
      if (const auto value = metric.source.of_totals(totals))
        all.push_back({metric.name, *value, metric.unit});
      continue;
    }
    if (const auto value = (*sum)->value(totals))
      all.push_back({metric.name, *value, metric.unit});
    for (const auto& [user, value] : (*sum)->values_by_user())
      all.push_back({metric.name + "." + user, value, metric.unit});
    ++sum;
  }
  return all;
}

void print_metrics(std::ostream& out) {
  out << "| metric | unit | meaning |\n|---|---|---|\n";
  for (const auto& metric : known_metrics())
    out << "| " << metric.name << (metric.is_by_user ? ".USER" : "") << " | " << metric.unit << " | "
        << metric.meaning << " |\n";
}

} // namespace malha
