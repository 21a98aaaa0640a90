// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/recorder.hpp"

#include <unordered_map>

namespace malha::cluster {

/// Counts the metrics of jobs that have rows in sizes.csv, from their starts, changes and ends. A job that
/// still runs when the run is over counts in `requests` and `requests_granted` only.
class SizeJournal {
public:
  /// How an attempt of a job ends.
  enum class End {
    completed, ///< and its job with it
    stopped,   ///< and its job with it, which has not completed
    cut_short  ///< its job goes back to the queue
  };

  static std::vector<MetricSpec> metrics();

  /// An attempt starts. `work` of the whole job: on one node of the reference speed.
  void started(TaskId job, Seconds work, int nodes, Seconds date);
  /// A running job asks for another number of nodes.
  void asked() { ++requests_; }
  /// A running job has another number of nodes from now on, and computes nothing for `pause`. `is_granted`:
  /// it had asked for others, and has got some or all of what it asked for.
  void resized(TaskId job, int nodes, Seconds date, Seconds pause, bool is_granted);
  void ended(TaskId job, Seconds date, End how);

  /// Counts the metrics, if any job has started. It is called once.
  void close(Recorder& recorder) const;

private:
  struct Running {
    Seconds work;
    Seconds start;
    int nodes; ///< since `since`
    Seconds since;
    Seconds pause;                                    ///< from `since` on
    double node_seconds = 0, paused_node_seconds = 0; ///< up to `since`
    int resizes = 0;
  };
  static void pass(Running& job, Seconds date);

  std::unordered_map<TaskId, Running> running_;
  std::int64_t starts_ = 0; ///< of attempts
  std::int64_t jobs_ = 0;   ///< that have ended
  std::int64_t resizes_ = 0, requests_ = 0, granted_ = 0;
  double node_seconds_ = 0, paused_node_seconds_ = 0;
  Seconds seconds_ = 0; ///< run time of all attempts
  Seconds work_ = 0;    ///< of jobs that completed
};

} // namespace malha::cluster
