// SPDX-License-Identifier: MIT
#pragma once
#include "job_classes.hpp"
#include "policies/sdk/linked_parts.hpp"

#include <functional>
#include <limits>
#include <map>
#include <memory>

namespace malha {

/// Facts about a finished run that only the simulation knows, since its rows do not have them.
struct SimulationEnd {
  std::int64_t messages = 0;
  Bytes message_bytes = 0;
  std::int64_t messages_unread = 0;
  bool is_cut = false;                        ///< at max_time
  std::optional<std::int64_t> recorded_nodes; ///< in the workload, if the platform has another number
};

/// Facts about a finished run for all metrics.
struct RunTotals {
  std::int64_t finished = 0; ///< jobs that ran to their end
  std::int64_t killed = 0;   ///< finished jobs that did not end by themselves
  std::int64_t rejected = 0;
  std::int64_t counted = 0;                                            ///< jobs in means and maxima
  Seconds first_submission = std::numeric_limits<Seconds>::infinity(); ///< rejected jobs included
  Seconds last_finish = 0;
  Seconds simulated_time = 0;
  std::optional<SimulationEnd> simulation; ///< none: only the rows are known, as in the validator
  const ClassedJobs* classes = nullptr;    ///< waits and slowdowns of the jobs that count

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
  /// Adds a job that ran. `counts`: whether it is in means and maxima, by `warm_up` and `cool_down`.
  virtual void ran(const JobRow& row, bool counts) = 0;
  /// Adds a rejected job: only its submission is valid.
  virtual void rejected(const JobRow&) {}
  /// The value of the finished run; none if the run has none.
  virtual std::optional<double> value(const RunTotals& totals) const = 0;
  /// The values of a metric by user, by name of the user.
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

/// A metric of the vocabulary that all studies share. One file in results/metrics/, or of a plugin, is one
/// metric, or a few of a kind: each is registered by MALHA_METRIC. docs/files.md gives the formula.
struct __attribute__((visibility("default"))) Metric {
  static constexpr const char* kind = "metric";

  std::string name;
  std::string unit;
  std::string meaning;
  MetricSource source;
  int place = last_place; ///< in schedule.csv and runs.csv
  /// Whether `simulate` and `compare` show it by default; a metric by user is shown on pages.
  bool is_headline = false;
  /// Whether it has a value for each user: "user_satisfaction.user-2".
  bool is_by_user = false;
  Better better = Better::neither; ///< `malha compare` marks the best mean
  /// The architectures of which it is a headline, with blanks between them ("ownership"); "": as is_headline
  /// says.
  std::string headline_of = {};
};

using OfJob = double (*)(const JobRow&);

/// A metric computed from the totals.
MetricSource from_totals(MetricSource::OfTotals of_totals);
/// The mean of a number over the jobs that count. None if no job counts.
MetricSource mean_over_jobs(OfJob of_job);
/// The largest value of a number that is at least 0, over the jobs that count. None if no job counts.
MetricSource largest_of_jobs(OfJob of_job);
template <class Sum>
MetricSource summed_by() {
  return {nullptr, [] { return std::make_unique<Sum>(); }};
}

} // namespace malha

/// MALHA_METRIC("name", "unit", "meaning", source, place, is_headline, is_by_user, better, headline_of)
#define MALHA_METRIC(...) MALHA_LINKED_PART(malha::Metric{__VA_ARGS__})
