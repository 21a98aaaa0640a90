// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/recorder.hpp"
#include "book.hpp"

#include <unordered_map>

namespace malha::cluster {

/// What a batch scheduler writes down: the rows of jobs, attempts and outages, its metrics, and, when they
/// are wanted, the reasons of decisions and the state of the cluster over time.
class Journal {
public:
  Journal(Recorder& recorder, const std::string& workload) : recorder_(recorder), workload_(workload) {}

  static std::vector<MetricSpec> metrics();

  void submitted(const Job& job, Seconds now);
  /// Larger than the cluster.
  void rejected(const Job& job, const Task& task);
  void dropped(const LiveJob& job, Seconds now);
  void ended(const LiveJob& job, Seconds start, Seconds end, FinalState state);
  /// An attempt that does not end its job.
  void cut_short(const LiveJob& job, Seconds now, const char* why);
  void node_down(int node, Seconds now) { outages_.emplace(node, now); }
  void node_up(int node, Seconds now);

  bool explains() const { return recorder_.explains(); }
  /// Promises made so far need not be kept.
  void promises_are_void(Seconds now);
  /// Counts and writes what has become of reservations, and the reasons that have changed. Throws BrokenRule
  /// when one is about no waiting job.
  void decided(const Decision& decision, const Book& book, Seconds now);
  /// To be called after each decision: a date may have several.
  void state(const Book& book, Seconds now);

  /// When the last job ended, or was dropped.
  Seconds last_end() const { return last_end_; }

  /// To be called once.
  void close(const Book& book, Seconds now);

private:
  void decided_reservations(const Decision& decision, const Book& book, Seconds now);
  void close_requests();

  Recorder& recorder_;
  const std::string& workload_;
  Seconds first_submission_ = never, last_end_ = 0;
  std::map<int, Seconds> outages_; ///< since when, of nodes that are down
  std::optional<StateRow> state_;
  std::size_t longest_queue_ = 0;
  bool has_requests_ = false; ///< a job asked for more than a size
  std::size_t pushes_ = 0, deallocations_ = 0, deadline_jobs_ = 0, in_time_ = 0, common_ = 0;
  Seconds common_waited_ = 0; ///< by the `common_` jobs without a deadline that ran
  std::unordered_map<TaskId, std::pair<std::string, Seconds>> reasons_; ///< the last ones, of jobs that wait
};

} // namespace malha::cluster
