// SPDX-License-Identifier: MIT
#pragma once
#include "held_jobs.hpp"
#include "policies/workflow/graph.hpp"

#include <deque>
#include <map>
#include <optional>
#include <string>

namespace malha {

/// The precedences of a DAG whose tasks have consecutive ids; they count from 0 there. Throws InputError if
/// tasks wait for each other.
workflow::Graph graph_of(const Job& dag);

/// Keeps what waits outside of the models: jobs that wait for other jobs, see HeldJobs, and the tasks of DAGs
/// until they are ready. Of a DAG a model gets first the tasks without parents, and later, as further jobs of
/// the same number, those whose last parent has ended. The date of submission of such a job is that at which
/// its tasks became ready; the tasks themselves keep the date of the DAG.
class ReadyTasks {
public:
  /// What a model gets of a job at its submission: all of it, or of a DAG the tasks without parents. Throws
  /// InputError if tasks of the DAG wait for each other.
  Job begin(Job job);
  /// A job of the workload comes. Returns what a model gets of it now, as `begin` does; nothing: it waits for
  /// other jobs, and `take` gives it later.
  std::optional<Job> come(Job job);
  /// If the job waits for nothing, notes that it has come. Otherwise returns false: give it to `come`.
  bool lets_pass(Job& job);
  /// The task has started.
  void started(TaskId task, Seconds date) { jobs_.started(task, date); }
  /// The task has ended well: its children need it no more.
  void ended(TaskId task, Seconds date);

  /// The task has not ended well, or will never run. Returns the tasks of its DAG that wait for it, also
  /// through others, as a job. They will never be ready. Jobs that wait for its job come by `take`.
  std::optional<Job> failed(TaskId task, Seconds date);

  /// The date at which the next tasks or jobs became ready; `never`: there are none now.
  Seconds next() const { return std::min(next_tasks(), jobs_.next()); }
  /// Takes the tasks or the job that became ready first; tasks before jobs of the same date. There must be
  /// some.
  Job take();
  /// The number of jobs that wait for other jobs, and of tasks of DAGs that wait for parents.
  std::size_t held() const {
    std::size_t held = jobs_.held();
    for (const auto& [first, dag] : dags_)
      held += dag.pending;
    return held;
  }
  /// Whether nothing is ready or waits.
  bool empty() const { return dags_.empty() && ready_.empty() && jobs_.empty(); }

private:
  /// A DAG of which some tasks wait for parents.
  struct Dag {
    std::shared_ptr<const Job> dag;
    Job head; ///< the same without tasks
    workflow::Graph graph;
    std::vector<int> open; ///< by task: parents that have not ended; -1: one has failed
    std::size_t pending;   ///< tasks that wait for parents
  };

  using Dags = std::map<TaskId, Dag>; ///< by their first task

  Seconds next_tasks() const { return ready_.empty() ? never : ready_.front().submitted; }
  static Job part_of(const Dag& dag, Seconds date);
  std::optional<Job> failed_in_dag(TaskId task);
  Dags::iterator find(TaskId task);

  HeldJobs jobs_;
  Dags dags_;
  std::deque<Job> ready_; ///< tasks that became ready, and the model does not have yet
};

} // namespace malha
