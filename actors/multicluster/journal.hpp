// SPDX-License-Identifier: MIT
#pragma once
#include "actors/multicluster/model/model.hpp"
#include "actors/runtime/records/grid_totals.hpp"
#include "actors/runtime/records/task_journal.hpp"
#include "policies/sdk/regression.hpp"

#include <set>

namespace malha::multicluster {

/// Records what a meta-scheduler does: the rows of jobs that no cluster can run, and its metrics.
class Journal : public Listener {
public:
  /// The metrics of estimates leave out those that were used before `learning` jobs had ended.
  Journal(Recorder& recorder, GridTotals& grid, const std::string& workload, std::int64_t learning)
      : recorder_(recorder), grid_(grid), tasks_(recorder, workload, ""), learning_(learning) {
    grid.has_upper_queue();
  }

  /// The name of a cluster in the records, and the index of the resource that is its node 0.
  struct Site {
    std::string name;
    int first_resource;
  };

  /// The clusters, by number.
  void name_clusters(std::vector<Site> sites) { sites_ = std::move(sites); }

  static std::vector<MetricSpec> metrics();

  void submitted(const Job& job) override { grid_.submitted(job.submitted); }
  void queue_is_asked(const UpperQueueView& view, std::int64_t nodes) override;
  void rejected(const Job& job) override;
  /// These tasks will never run, because tasks that they wait for have not ended well.
  void never_ready(const Job& job, Seconds now);
  void handed_over(const Job& job, const Decided& decided, Seconds now) override;
  void left(TaskId job, Seconds handed_over, Seconds start, Seconds end) override;
  void taken_back(TaskId job) override { decided_.erase(job); }
  void coallocated(const Job& job, const Coallocated& parts, bool was_handed_over) override;
  void coallocated_left(const Job& job, const Coallocated& parts, Seconds handed_over, Seconds end) override;
  /// From that date on so many copies wait beyond the first one of each job.
  void copies_wait(const CopiesBeyondFirst& copies, Seconds date);
  /// Counts what all searches for nodes of several clusters have cost.
  void searched(std::int64_t steps, std::int64_t times_given_up);

  /// Counts the metrics. It is called once.
  void close(double job_seconds_waited, Seconds end);

private:
  std::string sites_of(const Coallocated& parts) const;
  void close(const std::string& what, const Regression& regression);
  void queue_changed(Seconds date);

  Recorder& recorder_;
  GridTotals& grid_;
  TaskJournal tasks_;
  const std::int64_t learning_;
  std::vector<Site> sites_;
  std::unordered_map<TaskId, Decided> decided_; ///< of jobs that have not left, if an estimate decided
  Regression waiting_, execution_, turnaround_;
  std::set<TaskId> learned_;               ///< co-allocated jobs whose predictions count
  std::int64_t coallocated_ = 0;           ///< jobs
  double communication_slowdown_ = 0;      ///< sum over those
  std::int64_t steps_ = 0, estimates_ = 0; ///< steps of those estimates, and their number
  StateRow upper_{};                       ///< of the upper queue
  CopiesBeyondFirst copies_;               ///< in the queues of clusters
  Seconds copies_since_ = 0;               ///< date of the last change of their number
  double copy_seconds_ = 0;                ///< sum over time of their number, until then
  StateRow state_{}; ///< what the upper queue adds to that of the grid; copies count once in the whole
  std::int64_t handed_over_ = 0, ran_ = 0;
  Seconds waited_ = 0;     ///< sum over the jobs that were handed over
  Seconds in_cluster_ = 0; ///< sum over the jobs that ran
};

} // namespace malha::multicluster
