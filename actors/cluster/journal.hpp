// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/model.hpp"
#include "actors/runtime/records/grid_totals.hpp"
#include "actors/runtime/records/task_journal.hpp"
#include "metering.hpp"
#include "size_journal.hpp"

#include <unordered_map>
#include <unordered_set>

namespace malha::cluster {

/// Records what a batch scheduler does: the rows of jobs, attempts and outages, and its metrics. If they are
/// wanted, it also records the reasons of decisions and the state of the cluster over time.
class Journal : public Listener {
public:
  /// The resources of the site have consecutive numbers, from `first_resource` on. Each has
  /// `nodes_of_resource` nodes of the book: more than one if jobs share hosts.
  Journal(Recorder& recorder, GridTotals& grid, const std::string& workload, const std::string& site,
          int first_resource, int nodes_of_resource)
      : recorder_(recorder), grid_(grid), tasks_(recorder, workload, site, first_resource),
        nodes_of_resource_(nodes_of_resource) {}

  static std::vector<MetricSpec> metrics();

  /// Records the energy of jobs from now on.
  void measure_energy(Metering& metering) { metering_ = &metering; }

  void submitted(const Job& job, Seconds now) override;
  void refused(const Job& job, const Task& task, Seconds now, const char* why) override;
  void rejected(const Job& job, const Task& task) override;
  void never_ready(const Job& job, const Task& task, Seconds now) override;
  void given_up(const LiveJob& job, Seconds now, const char* why) override;
  void dropped(const LiveJob& job, Seconds now) override;
  void started(const LiveJob& job, const Start& how) override;
  /// Records that a job begins later than was decided: it has waited for machines that booted.
  void began(const LiveJob& job) override;
  void asked(const LiveJob&, Seconds) override { sizes_.asked(); }
  void resized(const LiveJob& job, const SizeChange& change) override;
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState state) override;
  void cut_short(const LiveJob& job, Seconds now, const char* why) override;
  void part_left(const LiveJob& job, Seconds end) override;
  void withdrawn(const LiveJob& job, Seconds) override { reasons_.erase(job.task.id); }
  void node_down(int node, Seconds date) override { tasks_.down(node / nodes_of_resource_, date); }
  void node_up(int node, Seconds date) override { tasks_.up(node / nodes_of_resource_, date); }
  void promises_are_void(Seconds now) override;
  void queue_is_reordered(Seconds now) override;
  /// Counts and records the reservations that were moved or lost. Records the reasons that have changed.
  void decided(const Decision& decision, const Book& book, Seconds now) override;
  /// Keeps the state of the cluster after the round.
  void round_is_over(const Book& book, Seconds now) override;

  /// Completes the records, and counts the metrics up to `now`. It is called once.
  void close(const Book& book, Seconds now);

private:
  IndexSet resources_of(const IndexSet& nodes) const;
  JobRow row(const LiveJob& job, Seconds start, Seconds finish, const IndexSet& nodes) const;
  bool explains() const { return recorder_.explains(); }
  void record_void(Seconds now, const char* why);
  void record_reservations(const Decision& decision, const Book& book, Seconds now);
  void close_requests();
  void close_checkpoints();
  void add_spent(const LiveJob& job, const CheckpointedRun::Spent& spent);

  Recorder& recorder_;
  GridTotals& grid_;
  TaskJournal tasks_;
  SizeJournal sizes_;
  const int nodes_of_resource_;
  Metering* metering_ = nullptr; ///< null: energy is not modelled
  StateRow state_{};             ///< after the last round, if the state is wanted
  std::int64_t waiting_ = 0;     ///< jobs in the queue after the last round
  bool has_requests_ = false;    ///< a job asked for more than a size
  std::size_t pushes_ = 0, deallocations_ = 0, deadline_jobs_ = 0, in_time_ = 0;
  std::size_t common_ran_ = 0;     ///< jobs without a deadline that ran
  Seconds common_waited_ = 0;      ///< sum of their waits
  bool has_checkpoints_ = false;   ///< jobs may leave checkpoints, or restarts take time
  CheckpointedRun::Spent spent_{}; ///< times: sums over all nodes of all jobs; `checkpoints`: sum over jobs
  /// The last reason of each job that waits, and its date.
  std::unordered_map<TaskId, std::pair<std::string, Seconds>> reasons_;
  Seconds decided_ = 0;             ///< date of the last decision
  std::unordered_set<TaskId> late_; ///< jobs that have started, and wait for machines
};

} // namespace malha::cluster
