// SPDX-License-Identifier: MIT
#pragma once
#include "critical_path.hpp"
#include "policies/workflow/figures.hpp"
#include "results/files/records.hpp"

#include <optional>
#include <unordered_map>

namespace malha {

/// Measures the DAGs of a run (topcuoglu2002, section 5.1). A DAG counts if each of its tasks has completed,
/// and not all of them take no time. The run time of a task on a resource is that of the table that its
/// source gives. Otherwise it is its work / nominal speed of a core of the resource: load of others, and
/// speeds that change, do not count. Memory grows only with the DAGs that run at once.
class DagFigures {
public:
  /// Adds a resource; called before any DAG.
  void resource(FlopsPerSecond speed);
  /// Adds a DAG; called before any row of its tasks.
  void submitted(const Job& dag);
  /// A task ran, or will never run. Tasks of other jobs are ignored.
  void ended(const JobRow& row);

  /// The means over the DAGs. None if there are no DAGs.
  std::optional<workflow::Figures> means() const;
  /// The mean length of the realised critical paths of all DAGs whose tasks have completed, also of those
  /// that take no time. None if there are none.
  std::optional<Seconds> mean_critical_path() const;

private:
  /// A DAG of which some tasks have not ended.
  struct Dag {
    workflow::ShortestTimes shortest;
    int resources;
    Seconds submitted;
    std::size_t left; ///< tasks that have not ended
    TaskId first;     ///< the first of its tasks, which have consecutive ids
    workflow::Graph graph;
    std::vector<RanFrom> ran; ///< by task
    Seconds end = 0;          ///< of the task that ended last so far
    bool has_completed = true;
  };

  static Seconds critical_path_of(const Dag& dag);

  int resources_ = 0;
  FlopsPerSecond fastest_ = 0;
  std::unordered_map<JobId, Dag> dags_;
  workflow::Figures sums_;
  std::int64_t number_ = 0;    ///< of DAGs in the sums
  Seconds critical_paths_ = 0; ///< sum of their lengths
  std::int64_t completed_ = 0; ///< number of DAGs in that sum
};

} // namespace malha
