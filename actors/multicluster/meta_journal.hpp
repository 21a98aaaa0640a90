// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/meta_model.hpp"
#include "actors/runtime/grid_totals.hpp"
#include "actors/runtime/task_journal.hpp"

namespace malha::multicluster {

/// Writes down what a meta-scheduler does: the rows of jobs that no cluster can run, and its metrics.
class MetaJournal : public MetaListener {
public:
  MetaJournal(Recorder& recorder, GridTotals& grid, const std::string& workload)
      : recorder_(recorder), grid_(grid), tasks_(recorder, workload, "") {}

  static std::vector<MetricSpec> metrics();

  void submitted(const Job& job) override { grid_.submitted(job.submitted); }
  void rejected(const Job& job) override;
  void handed_over(const Job& job, int cluster, const Prediction* prediction, Seconds now) override;
  void left(TaskId job, Seconds handed_over, Seconds start, Seconds end) override;
  /// The upper queue has changed.
  void queue_is(const StateRow& state);

  /// Counts the metrics. It is called once.
  void close(double job_seconds_waited, Seconds end);

private:
  Recorder& recorder_;
  GridTotals& grid_;
  TaskJournal tasks_;
  StateRow state_{}; ///< what the upper queue adds to that of the grid
  std::int64_t handed_over_ = 0, ran_ = 0;
  Seconds waited_ = 0;     ///< sum over the jobs that were handed over
  Seconds turnaround_ = 0; ///< sum over the jobs that ran
};

} // namespace malha::multicluster
