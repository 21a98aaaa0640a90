// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"
#include "policies/sdk/job.hpp"

#include <optional>
#include <string>
#include <vector>

namespace malha {

/// How a job ended, in the words of Batsim.
enum class FinalState { completed, walltime_reached, killed, rejected, dependency_never_satisfied };
/// Whether a job of that state never ran.
inline bool never_ran(FinalState state) {
  return state == FinalState::rejected || state == FinalState::dependency_never_satisfied;
}
const char* text_of(FinalState state);

/// The record of a task or of a rigid job: one row of jobs.csv. Resources have the indices of resources.csv.
struct JobRow {
  Task task;
  SharedText workload;
  SharedText profile; ///< shape of its job
  SharedText user;
  SharedText site;
  std::optional<Seconds> walltime;
  Seconds start = 0;
  Seconds finish = 0; ///< of a job that never ran the date since which that is known; rows are in this order
  IndexSet resources;
  FinalState state = FinalState::completed; ///< of a job that never ran only the submission is written
  SharedText queue = {};
  SharedText metadata = {}; ///< from the workload
  double energy = -1;       ///< of all of its attempts, J; -1: it is not modelled
  int restarts = 0;         ///< attempts, copies included, besides the one that ended the job
  Seconds wasted = 0;       ///< run time of those attempts whose work was lost
  int preemptions = 0;      ///< attempts that were stopped for another user
};

/// One attempt of a job that had several: one row of attempts.csv.
struct AttemptRow {
  TaskId task; ///< its number, as in jobs.csv
  JobId job;
  int attempt; ///< number from 1, by start, ties by resource
  IndexSet resources;
  Seconds start;
  Seconds end;
  /// Batch: "requeued" or "node_lost"; grids: "lost", "cancelled", "preempted", "suspended", "given_up",
  /// "uncounted" or "recomputed"; or the final state of the job.
  const char* outcome;
  Flops work;                        ///< on each resource
  std::optional<double> energy = {}; ///< J; none: it is not modelled
};

/// The part that one site ran of a job that several sites ran at once: one row of parts.csv.
struct PartRow {
  TaskId task;
  std::string site;
  Seconds start;
  Seconds finish;
  IndexSet resources;
};

/// The nodes of a job from a date on, whose number may change while it runs: one row of sizes.csv.
struct SizeRow {
  TaskId task; ///< its number, as in jobs.csv
  Seconds time;
  IndexSet resources;
  Seconds pause; ///< it computes nothing for so long; 0 at a start
};

/// A task of a DAG: one row of dag_tasks.csv.
struct DagTaskRow {
  TaskId task; ///< its number, as in jobs.csv
  JobId job;
  std::string name; ///< as its source calls it
  IndexSet parents; ///< their numbers
  Bytes input = 0, output = 0;
};

/// A start of a task of a DAG, and what is known of its data: one row of dag_starts.csv.
struct DagStartRow {
  TaskId task;
  int resource;
  std::optional<Seconds>
      assigned; ///< from then on the task holds its resource; none: it holds it from its start
  std::optional<Seconds> arrived;   ///< date at which all of its data were there; none: there or at its start
  std::optional<Bytes> transferred; ///< from other hosts for this start; none: not known by task
};

/// A task of a DAG that moves between hosts of EasyGrid, or was to move: one row of dag_moves.csv.
struct DagMoveRow {
  Seconds time;
  std::string manager;               ///< its level, and its host
  std::string kind;                  ///< "pending", "ready" or "site"
  std::optional<std::int64_t> event; ///< its number among those of the manager and kind, from 1
  TaskId task;
  std::string from, to; ///< hosts; "": in another site
  std::string outcome;  ///< "asked", "moved", "stayed", "given" or "came"
};

/// A job and one of the jobs that it waits for: one row of preceding_jobs.csv.
struct PrecedingJobRow {
  JobId job, preceding;
  Seconds think_time;
  /// What must become of the preceding job: "after", "afterany", "afterok" or "afternotok"; with a '?' behind
  /// it where one of the jobs that it waits for suffices.
  std::string condition;
};

/// An outage of a resource: one row of outages.csv.
struct OutageRow {
  int resource;
  Seconds start;
  std::optional<Seconds> end; ///< none: the resource was down until the end of the run
};

/// The speed of a resource from a date on: one row of speeds.csv.
struct SpeedRow {
  int resource;
  Seconds time;
  FlopsPerSecond speed;          ///< of one core
  std::optional<Seconds> period; ///< the speed repeats after each period; none: it does not
};

/// A decision about a job or its reservation, with its reason: one row of decisions.csv.
struct DecisionRow {
  Seconds time;
  std::optional<JobId> job; ///< none: the row is about all jobs
  TaskId task;
  /// Of a job: "start", "wait" or "drop", and "begin" if it begins later than it starts; of its reservation:
  /// "move" or "deallocate"; of all jobs: "void", if earlier promises need not be kept.
  const char* decision;
  std::string reason;
  std::optional<Seconds> promised; ///< the start that the job may count on
};

/// A child of an EasyGrid manager at a check of the balance after which the manager asked for tasks, or its
/// answer: one row of balance.csv.
struct BalanceRow {
  Seconds time;
  std::string manager; ///< its level, and its host: "site manager on master"
  std::int64_t event;  ///< number of the check among those after which the manager asked, from 1
  int child;
  std::string host; ///< of the child
  std::string role; ///< "gives", "receives" or "none"; of the answer "answers"
  const char* report =
      ""; ///< the message with the last report: "task_ended", "heartbeat" or "report"; "": none yet
  std::optional<Seconds> reported;     ///< date of that report
  std::optional<FlopsPerSecond> power; ///< cp, as it was reported (tonelli2010, eq. 4.2)
  std::optional<Seconds> ert;          ///< as it was reported (tonelli2010, eq. 2.3)
  std::optional<double> fraction;      ///< perc_ask, of which the child is asked that gives
  std::optional<std::size_t> tasks;    ///< number of tasks in the answer
};

/// A prediction about a job, made when its cluster was chosen: one row of predictions.csv.
struct PredictionRow {
  TaskId task;
  std::string site;
  Seconds date; ///< of the decision
  Seconds waiting_time, execution_time;
  int local_nodes; ///< nodes of the job that have an active local user
};

/// The state of the cluster from a date on: one row of series.csv and of machine_states.csv.
struct StateRow {
  Seconds time;
  std::int64_t queued_jobs, queued_resources, running_jobs;
  int computing, idle, down;                           ///< numbers of resources
  int asleep = 0, switching_on = 0, switching_off = 0; ///< others
};

/// The machines and tasks of a user from a date on: one row of user_series.csv.
struct UserStateRow {
  Seconds time = 0;
  std::string user;
  int machines = 0;       ///< machines that run tasks of the user
  std::int64_t tasks = 0; ///< submitted and not finished
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

/// A metric of a run. Its name is one of `known_metrics`, or is declared by an actor.
struct MetricValue {
  std::string name;
  double value;
  std::string unit;
};
inline bool operator==(const MetricValue& a, const MetricValue& b) {
  return a.name == b.name && a.value == b.value && a.unit == b.unit;
}

/// The number of messages of one kind between two layers: one row of messages.csv.
struct MessageRow {
  std::string kind;
  std::string layer; ///< "easygrid/host_manager>easygrid/site_manager"
  std::int64_t count = 0;
  Bytes bytes = 0;
};

/// A row as a line of its CSV file, without the end of the line.
std::string csv_line(const JobRow& row);
/// Appends the line of a row to `line`.
void append_csv(std::string& line, const JobRow& row);
std::string csv_line(const AttemptRow& row);
std::string csv_line(const OutageRow& row);
std::string csv_line(const PartRow& row);
std::string csv_line(const SizeRow& row);
std::string csv_line(const DagTaskRow& row);
std::string csv_line(const DagStartRow& row);
std::string csv_line(const DagMoveRow& row);
std::string csv_line(const PrecedingJobRow& row);
std::string csv_line(const SpeedRow& row);
std::string csv_line(const DecisionRow& row);
std::string csv_line(const BalanceRow& row);
std::string csv_line(const PredictionRow& row);
std::string csv_line(const UserStateRow& row);
std::string series_line(const StateRow& row);
std::string machine_states_line(const StateRow& row);
std::string csv_line(const ResourceRow& row);
std::string csv_line(const MessageRow& row);

/// A text as a field of a CSV file, in quotes if necessary.
std::string csv_field(const std::string& text);
/// A number as a field of a CSV file; empty if there is no number.
std::string csv_field(const std::optional<double>& number);

} // namespace malha
