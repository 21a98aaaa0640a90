// SPDX-License-Identifier: MIT
#pragma once
#include "dag_figures.hpp"
#include "metric.hpp"

#include <map>

namespace malha {

/// The description of a metric, of a `Metric` or of an actor.
struct MetricSpec {
  std::string name;
  std::string unit;
  std::string meaning;
  bool is_optional = false; ///< whether runs may lack it: its actor does not count it in each of them
  bool is_by_user = false;  ///< runs have a value for each user: "user_satisfaction.user-2"
  bool is_headline = false; ///< whether `simulate` and `compare` show it by default
};

/// Finds the description of a metric by its name in results. For "user_satisfaction.user-2" it is the
/// description of user_satisfaction, with the whole name. None if the metric is unknown, or if it is by user
/// and the name has no user.
std::optional<MetricSpec> find_metric(const std::map<std::string, MetricSpec>& known,
                                      const std::string& name);

/// All linked metrics, then those of opened plugins, in the order of schedule.csv.
std::vector<MetricSpec> known_metrics();

/// What a row of users.csv is computed from: sums over the jobs of a user, and their longest wait.
struct WaitSums {
  std::int64_t jobs = 0;
  Seconds waiting = 0;
  Seconds longest_waiting = 0;
  Seconds turnaround = 0;
  double bounded_slowdown = 0;
  double satisfaction = 0; ///< in %

  /// Adds a job that ran. `fastest`: speed of the fastest resource.
  void add(const JobRow& row, FlopsPerSecond fastest, const SlowdownRule& rule);
};

/// The numbers of a row of users.csv, in the order of its columns after `user`. Requires at least one job.
std::vector<double> values_of(const WaitSums& sums);

/// A row of users.csv. Requires at least one job.
std::string users_line(const std::string& user, const WaitSums& sums);

/// Computes the metrics of a schedule while its jobs end, in constant memory.
class ScheduleMetrics {
public:
  ScheduleMetrics();

  /// Restricts means and maxima to jobs that are submitted from the date `warm_up` on and before the date
  /// `cool_down`.
  void count_only(Seconds warm_up, Seconds cool_down);

  /// Sets the rule of slowdowns; called before any resource. A rule without speed gets the speed of the
  /// fastest resource.
  void measure_by(const SlowdownRule& rule, const ClassBorders& borders);
  const SlowdownRule& slowdown_rule() const { return classes_.rule(); }

  /// Adds a resource of the run; called before any job.
  void resource(FlopsPerSecond speed);
  FlopsPerSecond fastest_resource() const { return fastest_; }

  /// A DAG was submitted; called after the resources, and before any row of its tasks. `validate` does not
  /// know the run times of all DAGs, and does not call it.
  void submitted_dag(const Job& dag);

  /// Adds a job that ran or was rejected, in any order.
  void add(const JobRow& row);

  /// The values of `known_metrics`, without those that the run lacks. `simulated_time`: the date at which the
  /// last manager finished.
  std::vector<MetricValue> values(Seconds simulated_time,
                                  const std::optional<SimulationEnd>& simulation = std::nullopt) const;

  /// Whether a job that is submitted at that date counts in means and maxima. Jobs of a real site may be
  /// submitted before date 0.
  bool counts(Seconds submitted) const {
    return (warm_up_ <= 0 || submitted >= warm_up_) && submitted < cool_down_;
  }
  /// The number of jobs that ran or were rejected.
  std::int64_t rows() const { return totals_.finished + totals_.rejected; }

private:
  /// Passes the rule of slowdowns on, with the speed of the fastest resource if it has none.
  void announce_rule();

  Seconds warm_up_ = 0;
  Seconds cool_down_ = std::numeric_limits<Seconds>::infinity();
  RunTotals totals_;
  FlopsPerSecond fastest_ = 0;
  SlowdownRule given_rule_; ///< as it was set: a speed of 0 stands for the fastest resource
  ClassBorders borders_;
  ClassedJobs classes_;
  DagFigures dags_;
  std::vector<std::unique_ptr<MetricSum>> sums_; ///< of the metrics that are sums, in their order
};

/// Prints `known_metrics` as a table in Markdown.
void print_metrics(std::ostream& out);

} // namespace malha
