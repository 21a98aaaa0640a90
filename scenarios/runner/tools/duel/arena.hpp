// SPDX-License-Identifier: MIT
#pragma once
#include "game.hpp"
#include "scenarios/runner/runs/library.hpp"
#include "schedule_value.hpp"

#include <memory>

namespace malha::duel {

/// One of the two that are compared.
struct Side {
  std::string name;
  std::string deployment; ///< a shipped name, or a path
  Settings settings;      ///< that it takes, without those of the platform and the workload
  SimulationPlan plan;    ///< under any platform and workload
};

/// How large instances may be.
struct Bounds {
  std::int64_t jobs = 10;     ///< most jobs
  std::int64_t nodes = 8;     ///< most nodes of a cluster, or hosts of a grid
  std::int64_t clusters = 3;  ///< most clusters below a meta-scheduler, or owners of a pool
  std::int64_t longest = 60;  ///< longest run time, in s
  std::int64_t within = 60;   ///< the last submission is at most so long after the first, in s
  std::int64_t speeds = 10;   ///< machines of a grid, and clusters, have speeds from 1 to this, in Gflop/s
  std::int64_t estimates = 1; ///< walltimes are at most so many times the run time
};

/// A game of schedulers, whose instances can be written as the inputs of a simulation. Both sides play with
/// models alone, without SimGrid, so that thousands of instances are tried in a second.
class Arena : public Game {
public:
  /// Throws BrokenRule if a policy breaks a rule.
  std::optional<double> ratio(const Instance& instance) const final {
    const auto one = value(0, instance), other = value(1, instance);
    if (!one || !other)
      return std::nullopt;
    const double worse = more_is_better() ? *other : *one, better = more_is_better() ? *one : *other;
    return better > 0 ? std::optional(worse / better) : std::nullopt;
  }
  /// The metric of one side, 0 or 1; nothing if it does not run all jobs.
  virtual std::optional<double> value(std::size_t side, const Instance& instance) const = 0;
  bool more_is_better() const { return metric_.more_is_better(); }

  /// The name of its platform.
  virtual std::string platform() const { return "star"; }
  /// The settings of that, and of its workload, which is the file of `workload_text`.
  virtual Settings settings(const Instance& instance) const = 0;
  /// The jobs as a file: in the Standard Workload Format, or of a workflow as JSON.
  virtual std::string workload_text(const Instance& instance) const = 0;
  /// The name of that file.
  virtual std::string workload_file() const { return "worst.swf"; }
  /// The number of the first job in the rows of a run. Others follow in their order.
  virtual std::int64_t first_number() const { return 1; }
  /// A number of a job as it is shown.
  virtual std::string number_text(const Row& row, std::size_t /*job*/, std::size_t column) const {
    return std::to_string(row[column]);
  }
  /// The instance in words: "3 jobs on 2 nodes".
  virtual std::string words(const Instance& instance) const = 0;

  const Space& space() const final { return space_; }

protected:
  /// The run of the first side says how slowdowns are measured, and has the seed.
  Arena(const std::vector<Side>& sides, const std::string& metric, Space space)
      : seed_(sides.front().plan.seed), metric_(metric, sides.front().plan.run), space_(std::move(space)) {}

  const std::uint64_t seed_;
  const ScheduleValue metric_;

private:
  const Space space_;
};

/// The arena for two deployments. Throws InputError if there is none for them, or if a metric is not one of
/// rows of jobs.
std::unique_ptr<Arena> arena_for(const std::vector<Side>& sides, const std::string& metric,
                                 const Bounds& bounds);

} // namespace malha::duel
