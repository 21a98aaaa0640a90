// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/batch_model.hpp"
#include "actors/runtime/task_journal.hpp"

#include <unordered_map>

namespace malha::cluster {

/// Writes down what a batch scheduler does: the rows of jobs, attempts and outages, and its metrics. Where
/// they are wanted, it also writes the reasons of decisions and the state of the cluster over time.
class Journal : public Listener {
public:
  /// A resource of the records has so many nodes of the book: a slot each where jobs share hosts.
  Journal(Recorder& recorder, const std::string& workload, int nodes_of_resource = 1)
      : recorder_(recorder), tasks_(recorder, workload, "cluster"), nodes_of_resource_(nodes_of_resource) {}

  static std::vector<MetricSpec> metrics();

  void submitted(const Job& job, Seconds now) override;
  void rejected(const Job& job, const Task& task) override;
  void dropped(const LiveJob& job, Seconds now) override;
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState state) override;
  void cut_short(const LiveJob& job, Seconds now, const char* why) override;
  void node_down(int node, Seconds date) override { tasks_.down(node / nodes_of_resource_, date); }
  void node_up(int node, Seconds date) override { tasks_.up(node / nodes_of_resource_, date); }
  void promises_are_void(Seconds now) override;
  /// Counts and writes what has become of reservations. Writes the reasons that have changed.
  void decided(const Decision& decision, const Book& book, Seconds now) override;
  /// Keeps the state of the cluster after the round.
  void round_is_over(const Book& book, Seconds now) override;

  /// The date at which the last job ended or was dropped.
  Seconds last_end() const { return last_end_; }

  /// Completes what is written, and counts the metrics. It is called once.
  void close(const Book& book, Seconds now);

private:
  IndexSet resources(const IndexSet& nodes) const;
  JobRow row(const LiveJob& job, Seconds start, Seconds finish, const IndexSet& nodes) const;
  bool explains() const { return recorder_.explains(); }
  void decided_reservations(const Decision& decision, const Book& book, Seconds now);
  void close_requests();

  Recorder& recorder_;
  TaskJournal tasks_;
  const int nodes_of_resource_;
  Seconds first_submission_ = never, last_end_ = 0;
  std::optional<StateRow> state_;
  std::size_t longest_queue_ = 0;
  bool has_requests_ = false; ///< a job asked for more than a size
  std::size_t pushes_ = 0, deallocations_ = 0, deadline_jobs_ = 0, in_time_ = 0, common_ = 0;
  Seconds common_waited_ = 0; ///< sum over the `common_` jobs without a deadline that ran
  /// The last reason of each job that waits, and its date.
  std::unordered_map<TaskId, std::pair<std::string, Seconds>> reasons_;
};

} // namespace malha::cluster
