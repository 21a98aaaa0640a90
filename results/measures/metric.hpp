// SPDX-License-Identifier: MIT
#pragma once
#include "job_classes.hpp"
#include "policies/sdk/linked_parts.hpp"

#include <functional>
#include <limits>
#include <map>
#include <memory>

namespace malha {

/// What the simulation knows of a run that is over, and its rows do not.
struct SimulationEnd {
  std::int64_t messages = 0;
  Bytes message_bytes = 0;
  std::int64_t messages_unread = 0;
  bool is_cut = false;                        ///< at max_time
  std::optional<std::int64_t> recorded_nodes; ///< of the workload, where the platform has another number
};

/// What every metric may use when the run is over.
struct RunTotals {
  std::int64_t finished = 0; ///< jobs that ran to an end
  std::int64_t killed = 0;   ///< of those, not by themselves
  std::int64_t rejected = 0;
  std::int64_t counted = 0;                                            ///< jobs in means and maxima
  Seconds first_submission = std::numeric_limits<Seconds>::infinity(); ///< rejected jobs included
  Seconds last_finish = 0;
  Seconds simulated_time = 0;
  std::optional<SimulationEnd> simulation; ///< none: only the rows are there, as for the validator
  const ClassedJobs* classes = nullptr;    ///< waits and slowdowns of the jobs that count

  /// None where no job ran.
  std::optional<Seconds> makespan() const {
    return finished > 0 ? std::optional(last_finish - first_submission) : std::nullopt;
  }
};

/// A metric of one run while its jobs end. Its memory must not grow with their number.
class MetricSum {
public:
  virtual ~MetricSum() = default;
  /// A resource of the run, announced before the first job ends; `speed` is that of one core.
  virtual void resource(FlopsPerSecond /*speed*/) {}
  /// What slowdowns are measured by, announced like resources and again with each faster one.
  virtual void measure_by(const SlowdownRule&) {}
  /// A job that ran. `counts`: it is in means and maxima, as `warm_up` and `cool_down` say.
  virtual void ran(const JobRow& row, bool counts) = 0;
  /// A job that no one will run: only its submission means anything.
  virtual void rejected(const JobRow&) {}
  /// When the run is over. None: the run has no such value.
  virtual std::optional<double> value(const RunTotals& totals) const = 0;
  /// The same of a metric by user: a value for each user who has one, by name.
  virtual std::map<std::string, double> values_by_user() const { return {}; }
};

/// How a metric comes about: by a sum over the rows of jobs.csv, or from the totals alone.
struct MetricSource {
  using OfTotals = std::optional<double> (*)(const RunTotals&);

  OfTotals of_totals = nullptr;
  std::function<std::unique_ptr<MetricSum>()> make_sum; ///< where there is no `of_totals`
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
  /// `simulate` and `compare` show it where nobody asks for others; by user, the page does.
  bool is_headline = false;
  /// It has a value for each user: "user_satisfaction.user-2".
  bool is_by_user = false;
  Better better = Better::neither; ///< `malha compare` marks the best mean
  /// Where it is a headline of some architectures alone: these, with blanks between them ("ownership").
  std::string headline_of = {};
};

using OfJob = double (*)(const JobRow&);

/// Makers of sources.
MetricSource from_totals(MetricSource::OfTotals of_totals);
/// The mean of a number over the jobs that count. None where no job does.
MetricSource mean_over_jobs(OfJob of_job);
/// The largest of a number that is at least 0, over the same jobs.
MetricSource largest_of_jobs(OfJob of_job);
template <class Sum>
MetricSource summed_by() {
  return {nullptr, [] { return std::make_unique<Sum>(); }};
}

} // namespace malha

/// MALHA_METRIC("name", "unit", "meaning", source, place, is_headline, is_by_user, better, headline_of)
#define MALHA_METRIC(...) MALHA_LINKED_PART(malha::Metric{__VA_ARGS__})
