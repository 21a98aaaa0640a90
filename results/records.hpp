// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/job.hpp"

#include <optional>
#include <string>
#include <vector>

namespace malha {

/// How a job ended, in Batsim's words.
enum class FinalState { completed, walltime_reached, killed, rejected };
const char* text_of(FinalState state);

/// What became of a task or rigid job: one row of jobs.csv. Indices of resources are those of resources.csv.
struct JobRow {
  Task task;
  std::string workload;
  std::string profile; ///< shape of its job
  std::string user;
  std::string site;
  std::optional<Seconds> walltime;
  Seconds start = 0;
  Seconds finish = 0; ///< of a rejected job the date of that, which orders the rows
  IndexSet resources;
  FinalState state = FinalState::completed; ///< rejected: only its submission is written
  std::string queue = {};
  std::string metadata = {}; ///< of the workload
  int restarts = 0;          ///< attempts, copies included, beside the one that ended it
  Seconds wasted = 0;        ///< run time of those whose work was lost
  int preemptions = 0;       ///< attempts that were stopped in favour of another user
};

/// One attempt of a job that had several: one row of attempts.csv.
struct AttemptRow {
  TaskId task;
  JobId job;
  int attempt; ///< from 1, by start, ties by resource
  IndexSet resources;
  Seconds start;
  Seconds end;
  const char* outcome; ///< "requeued" or "node_lost" in batch; "lost", "cancelled", "preempted" or
                       ///< "suspended" in grids; or final state
  Flops work; ///< on each resource
};

/// A resource that was down: one row of outages.csv.
struct OutageRow {
  int resource;
  Seconds start;
  std::optional<Seconds> end; ///< none: down to the end
};

/// A resource has another speed from a date on: one row of speeds.csv.
struct SpeedRow {
  int resource;
  Seconds time;
  FlopsPerSecond speed;          ///< of one core
  std::optional<Seconds> period; ///< after which it has that speed again, time after time
};

/// Why a job starts, waits or is dropped, or what became of its reservation: one row of decisions.csv.
struct DecisionRow {
  Seconds time;
  std::optional<JobId> job; ///< none: of no job
  TaskId task;
  /// "start", "wait" or "drop"; "move" or "deallocate": what became of a reservation; "void": promises made
  /// so far need not be kept
  const char* decision;
  std::string reason;
  std::optional<Seconds> promised; ///< start that it may count on
};

/// How the cluster stands from a date on: one row of series.csv and of machine_states.csv.
struct StateRow {
  Seconds time;
  std::int64_t queued_jobs, queued_resources, running_jobs;
  int computing, idle, down; ///< resources
};

/// One host that runs tasks: one row of resources.csv.
struct ResourceRow {
  int index;
  std::string host;
  FlopsPerSecond speed; ///< of one core
  int cores;
  std::string site;
  std::string owner;
  int slots; ///< tasks that may run on it at once: nt of a host manager, 1 for a dedicated node
};

/// A number that a run produced; the name is in the vocabulary of `known_metrics` or declared by an actor.
struct MetricValue {
  std::string name;
  double value;
  std::string unit;
};
inline bool operator==(const MetricValue& a, const MetricValue& b) {
  return a.name == b.name && a.value == b.value && a.unit == b.unit;
}

/// Messages of one kind between two layers: one row of messages.csv.
struct MessageRow {
  std::string kind;
  std::string layer; ///< "easygrid/host_manager>easygrid/site_manager"
  std::int64_t count = 0;
  Bytes bytes = 0;
};

/// One line each, without its end.
std::string csv_line(const JobRow& row);
/// The same, behind what is there.
void append_csv(std::string& line, const JobRow& row);
std::string csv_line(const AttemptRow& row);
std::string csv_line(const OutageRow& row);
std::string csv_line(const SpeedRow& row);
std::string csv_line(const DecisionRow& row);
std::string series_line(const StateRow& row);
std::string machine_states_line(const StateRow& row);
std::string csv_line(const ResourceRow& row);
std::string csv_line(const MessageRow& row);

/// A field of a CSV file, quoted when it has to be.
std::string csv_field(const std::string& text);
/// Empty where there is no number.
std::string csv_field(const std::optional<double>& number);

} // namespace malha
