// SPDX-License-Identifier: MIT
#pragma once
#include "job_classes.hpp"
#include "policies/sdk/linked_parts.hpp"

#include <functional>
#include <limits>
#include <map>
#include <memory>

namespace malha {

class DagFigures;

/// Facts about a finished run that its rows do not have.
struct SimulationEnd {
  std::int64_t messages = 0;
  Bytes message_bytes = 0;
  std::int64_t messages_unread = 0;
  bool is_cut = false;          ///< whether the run ended at `max_time`, before its work was done
  std::optional<Joules> energy; ///< of all hosts, if it is modelled and all jobs have ended
  /// Nodes of the machine on which the workload was recorded, if the platform has another number.
  std::optional<std::int64_t> recorded_nodes;
};

/// Facts about a finished run for all metrics.
struct RunTotals {
  std::int64_t finished = 0; ///< jobs that ran, whatever their final state
  std::int64_t killed = 0;   ///< finished jobs that did not complete: any final state but `completed`
  std::int64_t rejected = 0;
  std::int64_t counted = 0; ///< finished jobs that count in means and maxima, by `warm_up` and `cool_down`
  Seconds first_submission = std::numeric_limits<Seconds>::infinity(); ///< rejected jobs included
  Seconds last_finish = 0;
  Seconds simulated_time = 0;
  std::optional<SimulationEnd> simulation; ///< none: only the rows are known, as in `validate`
  const ClassedJobs* classes = nullptr;    ///< of the jobs that count; set when metrics are computed
  const DagFigures* dags = nullptr;        ///< of the DAGs that count; likewise

  /// None if no job ran.
  std::optional<Seconds> makespan() const {
    return finished > 0 ? std::optional(last_finish - first_submission) : std::nullopt;
  }
};

/// Computes a metric of one run while its jobs end. Its memory must not grow with their number.
class MetricSum {
public:
  virtual ~MetricSum() = default;
  /// Adds a resource of the run; called before the first job ends. `speed`: of one core.
  virtual void resource(FlopsPerSecond /*speed*/) {}
  /// Sets the rule of slowdowns; called before the first job ends, and again after each faster resource.
  virtual void measure_by(const SlowdownRule&) {}
  /// Adds a job that ran. `counts`: whether it counts in means and maxima, by `warm_up` and `cool_down`.
  virtual void ran(const JobRow& row, bool counts) = 0;
  /// Adds a rejected job. It has no start and no resources.
  virtual void rejected(const JobRow&) {}
  /// The value of the finished run; none if the metric has no value there.
  virtual std::optional<double> value(const RunTotals& totals) const = 0;
  /// The value of each user, by name of the user; empty unless the metric is by user.
  virtual std::map<std::string, double> values_by_user() const { return {}; }
};

/// The computation of a metric: a sum over the rows of jobs.csv, or a function of the totals.
struct MetricSource {
  using OfTotals = std::optional<double> (*)(const RunTotals&);

  OfTotals of_totals = nullptr;
  std::function<std::unique_ptr<MetricSum>()> make_sum; ///< if there is no `of_totals`
};

/// Which values of a metric are better.
enum class Better { neither, less, more };

/// A metric of the schedule of any run; actors declare metrics of their own beside these. MALHA_METRIC
/// registers it, in a file of results/metrics/ or of a plugin. docs/files.md gives the formulas.
struct __attribute__((visibility("default"))) Metric {
  static constexpr const char* kind = "metric";

  std::string name;
  std::string unit;
  std::string meaning;
  MetricSource source;
  int place = last_place; ///< in schedule.csv and runs.csv: metrics stand by increasing place
  /// Whether `simulate` and `compare` show it by default; if it is by user, whether pages of comparisons do.
  bool is_headline = false;
  /// Whether it has a value for each user: "user_satisfaction.user-2".
  bool is_by_user = false;
  Better better = Better::neither; ///< `malha compare` marks the best mean
  /// Architectures of which it is a headline in any case, separated by blanks: "ownership".
  std::string headline_of = {};
};

/// Computes a number of one job.
using OfJob = double (*)(const JobRow&);

/// A metric computed from the totals.
MetricSource from_totals(MetricSource::OfTotals of_totals);
/// The mean of a number over the jobs that count. None if no job counts.
MetricSource mean_over_jobs(OfJob of_job);
/// The largest value of a number that is at least 0, over the jobs that count. None if no job counts.
MetricSource largest_of_jobs(OfJob of_job);
/// A metric computed by a `MetricSum` of that class.
template <class Sum>
MetricSource summed_by() {
  return {nullptr, [] { return std::make_unique<Sum>(); }};
}

} // namespace malha

/// MALHA_METRIC("name", "unit", "meaning", source, place, is_headline, is_by_user, better, headline_of)
#define MALHA_METRIC(...) MALHA_LINKED_PART(malha::Metric{__VA_ARGS__})
