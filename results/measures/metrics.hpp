// SPDX-License-Identifier: MIT
#pragma once
#include "metric.hpp"

#include <map>

namespace malha {

/// What is known of a metric; docs/files.md gives the formulas.
struct MetricSpec {
  std::string name;
  std::string unit;
  std::string meaning;
  bool is_optional = false; ///< only runs have it in which its actor counts it
  bool is_by_user = false;  ///< runs have a value for each user: "user_satisfaction.user-2"
  bool is_headline = false; ///< `simulate` and `compare` show it where nobody asks for others
};

/// The specification of a metric as results call it: of "user_satisfaction.user-2" that of user_satisfaction,
/// with the whole name. None where there is no such metric, or where it needs the name of a user and has
/// none.
std::optional<MetricSpec> find_metric(const std::map<std::string, MetricSpec>& known,
                                      const std::string& name);

/// What every run measures, in the order of schedule.csv: metrics of plugins once they are opened.
std::vector<MetricSpec> known_metrics();

/// Waits and slowdowns of a group of jobs, in constant memory.
struct WaitSums {
  std::int64_t jobs = 0;
  Seconds waiting = 0;
  Seconds longest_waiting = 0;
  Seconds turnaround = 0;
  double bounded_slowdown = 0;
  double satisfaction = 0; ///< %

  /// `fastest` is the speed of the fastest resource.
  void add(const JobRow& row, FlopsPerSecond fastest, const SlowdownRule& rule);
};

/// The numbers of a row of users.csv, in the order of its columns. Of at least one job.
std::vector<double> values_of(const WaitSums& sums);

/// A row of users.csv. Of at least one job.
std::string users_line(const std::string& user, const WaitSums& sums);

/// The metrics of a schedule while its jobs end, in constant memory.
class ScheduleMetrics {
public:
  ScheduleMetrics();

  /// Only jobs that are submitted from the first of these dates on and before the second count in means and
  /// maxima.
  void count_only(Seconds warm_up, Seconds cool_down);

  /// How slowdowns are measured, before any resource. Without a speed it is that of the fastest resource.
  void measure_by(const SlowdownRule& rule, const ClassBorders& borders);
  const SlowdownRule& slowdown_rule() const { return classes_.rule(); }

  /// A resource of the run, before any job.
  void resource(FlopsPerSecond speed);
  FlopsPerSecond fastest_resource() const { return fastest_; }

  /// A job that ran or was rejected. In any order.
  void add(const JobRow& row);

  /// The values of `known_metrics`, given when the last manager finished. Those that the run has not are left
  /// out.
  std::vector<MetricValue> values(Seconds simulated_time,
                                  const std::optional<SimulationEnd>& simulation = std::nullopt) const;

  /// Whether a job of that submission counts in means and maxima.
  bool counts(Seconds submitted) const { return submitted >= warm_up_ && submitted < cool_down_; }
  /// Jobs that ran or were rejected.
  std::int64_t rows() const { return totals_.finished + totals_.rejected; }

private:
  void announce_rule();

  Seconds warm_up_ = 0;
  Seconds cool_down_ = std::numeric_limits<Seconds>::infinity();
  RunTotals totals_;
  FlopsPerSecond fastest_ = 0;
  SlowdownRule given_rule_;
  ClassBorders borders_;
  ClassedJobs classes_;
  std::vector<std::unique_ptr<MetricSum>> sums_; ///< of the metrics that are sums, in their order
};

/// The metrics that every run measures, as a table in Markdown.
void print_metrics(std::ostream& out);

} // namespace malha
