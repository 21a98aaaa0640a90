// SPDX-License-Identifier: MIT
#pragma once
#include "extensions.hpp"
#include "malleable.hpp"
#include "quantities.hpp"
#include "shared_text.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace malha {

/// One unit that runs: a task of a bag or of a DAG, or the whole of a rigid job.
struct Task {
  TaskId id = 0;
  JobId job = 0;
  Seconds submitted = 0;
  Flops work = 0;     ///< on each of its resources; of a delay only how large it is among others
  Bytes input = 0;    ///< data that must reach the resource before the task can start
  Bytes output = 0;   ///< data that it makes, of a task of a DAG
  Bytes exchange = 0; ///< what each of its resources sends to each other one while it runs; rigid jobs only
  int resources = 1;  ///< hosts, or cores, it needs at once; more than one only in a rigid job
  /// It takes `length` on whatever resources and computes nothing. Its `work` is that length at the reference
  /// speed, so that delays can be told by their size.
  bool is_delay = false;
  bool is_busy = false;   ///< of a delay: its resources draw power all the same, as if they computed
  bool is_in_dag = false; ///< its job is a DAG; set when the job is taken from its source
  Seconds length = 0;     ///< its run time at `reference_speed`, where its source gives times instead of work
  FlopsPerSecond reference_speed = 0; ///< 0: its source gives work
  TaskId number = -1; ///< by which its workload calls it, unique in the run; -1: its workload has none
};

/// The number that people know the task by: that of its workload, or else its id.
inline TaskId number_of(const Task& task) { return task.number < 0 ? task.id : task.number; }

/// Run time of the task on resources of that speed each. A length that was given in seconds is that number
/// again, to the last digit, at the reference speed; a delay is that number at every speed.
inline Seconds run_time(const Task& task, FlopsPerSecond speed) {
  if (task.is_delay)
    return task.length;
  return task.reference_speed > 0 ? task.length * (task.reference_speed / speed) : task.work / speed;
}

/// Whether its resources draw the power of ones that compute.
inline bool is_busy(const Task& task) { return !task.is_delay || task.is_busy; }

/// What each of its resources computes: nothing in a delay.
inline Flops computed_work(const Task& task) { return task.is_delay ? 0 : task.work; }

/// A group of CPUs of a rigid job that must lie on one machine.
struct Fragment {
  int cpus = 1;
  std::string machine = {}; ///< the one its user names (a "fixed" fragment); empty: any (a "free" one)
  bool exclusive = false;   ///< no other fragment of its own job may lie on its machine
};

/// What a batch job is to its scheduler; qos and emergency jobs have deadlines (OscarPBS, section 2.1).
enum class ServiceClass : std::uint8_t { common, qos, emergency };

/// The array of which a job is a task.
struct JobArray {
  SharedText name;      ///< "": of none
  int most_at_once = 0; ///< tasks of the array that may run at once; 0: any number
};

/// When a job may start, in the words of its user (`--begin` and `--hold` of Slurm).
struct StartDates {
  Seconds begin = 0;      ///< it does not start before that date
  Seconds held_until = 0; ///< nor before its user releases it, at that date; `never`: it is not released

  bool are_given() const { return begin > 0 || held_until > 0; }
  /// The first date at which it may start.
  Seconds earliest() const { return begin > held_until ? begin : held_until; }
};

/// What a rigid job takes beside CPUs.
struct Demands {
  Bytes memory = 0; ///< on each of its nodes; 0: it does not say
  /// On each of its nodes, by name, such as GPUs: "gpu", or "gpu:a100" for those of one type.
  std::map<std::string, std::int64_t> devices;
  std::map<std::string, std::int64_t> licences; ///< of the cluster, for the whole job, by name
};

/// Data that tasks of a DAG make or read. A file goes to a resource once, however many tasks read it there.
struct DataFile {
  Bytes size = 0;
  std::vector<TaskId> producers; ///< none: it is there before the DAG begins
  std::vector<TaskId> consumers;
};

/// What a source says of the tasks of a DAG beside their work.
struct DagDetails {
  std::vector<SharedText> names; ///< of the tasks, in their order
  std::vector<DataFile> files;
  /// Run times on certain resources, which no speed explains ("unrelated" resources); none: they follow from
  /// the work. Those of task 0 on each resource, then those of task 1, and so on.
  std::vector<Seconds> run_times;
  /// The network between these resources: one value for all, or a row for each sending resource.
  std::vector<Seconds> latencies;
  std::vector<double> bandwidths; ///< in B/s

  /// The number of resources with run times.
  std::size_t resources() const { return names.empty() ? 0 : run_times.size() / names.size(); }
};

/// What must become of another job before a job is submitted. The words are Slurm's.
enum class Dependency : std::uint8_t {
  after,       ///< it has started, or will never run
  after_any,   ///< it has ended, however
  after_ok,    ///< it has ended well
  after_not_ok ///< it has ended, and not well, or it will never run
};

/// The word for it in files: "after", "afterany", "afterok", "afternotok".
inline const char* name_of(Dependency kind) {
  constexpr std::array<const char*, 4> names{"after", "afterany", "afterok", "afternotok"};
  return names.at(static_cast<std::size_t>(kind));
}

/// Another job of its workload for which a job waits.
struct PrecedingJob {
  JobId job;
  Dependency kind = Dependency::after_any;
  Seconds delay = 0; ///< of `after`: from the start of the other job on
};

/// What a job waits for before it is submitted: other jobs of its workload. If what it waits for can never
/// come, the job never runs.
struct PrecedingJobs {
  std::vector<PrecedingJob> jobs; ///< each once, and not the job itself
  Seconds think_time = 0;         ///< from the last of the dates for which it waits to its submission
  bool one_suffices = false;      ///< one of the dependencies must be met; otherwise all of them
};

struct Job;

/// The DAG of which some tasks are.
struct PartOfDag {
  std::shared_ptr<const Job> dag; ///< all of it, as it was submitted; its tasks have consecutive ids
  bool is_begun = false;          ///< whether tasks of it came before
};

/// Who submitted a job, and to where, in the words of its source (Maui's word for them is credentials). "":
/// it does not say.
struct Credentials {
  SharedText user;
  SharedText account;    ///< on whose behalf: a project, a chair
  SharedText group;      ///< of users
  SharedText queue;      ///< the queue that the user named
  SharedText partition;  ///< the part of the machine that the user named
  SharedText qos;        ///< quality of service: a class of jobs with limits and a priority of its own
  SharedText executable; ///< the program that the job runs
};

/// A job as it is submitted. Its shape follows from its tasks: a rigid job is one task, a bag of tasks is
/// several independent ones, a DAG has precedences.
struct Job : Credentials {
  JobId id = 0;
  Seconds submitted = 0;
  SharedText metadata; ///< what else its source says of it, for the records: "group=3;executable=12"
  std::optional<Seconds> walltime; ///< the user's limit on the run time, and estimate of it, if any
  std::vector<Task> tasks;
  std::vector<Fragment> fragments; ///< of a rigid job: their CPUs make up its size; empty: CPUs anywhere
  ServiceClass service = ServiceClass::common;
  /// Date by which it is to end. What becomes of qos and emergency jobs that cannot is up to policies; a
  /// common job that can no longer end by then, if it runs to its walltime, never runs.
  std::optional<Seconds> deadline;
  Extensions extensions;                              ///< what studies and formats of files add to it
  std::vector<std::pair<TaskId, TaskId>> precedences; ///< (before, after), both among `tasks`
  std::shared_ptr<const DagDetails> details; ///< of a DAG whose source says more; tasks count from 0 there
  /// Of tasks of a DAG that are ready, as architectures get them one after the other: the DAG.
  std::optional<PartOfDag> part_of;
  SharedText bag; ///< its name where its source names it as a bag, be it of one task
  /// What it waits for. `submitted` is then the earliest date; the job is submitted when its preceding jobs
  /// have ended and the think time is over, if that is later. Null: nothing, or nothing any more.
  std::shared_ptr<const PrecedingJobs> preceding;
  std::shared_ptr<const Demands> demands; ///< null: it takes nothing but CPUs
  /// Of a job that may run on several numbers of nodes; its task is as long as on `pref`. Null: it is rigid.
  std::shared_ptr<const Malleability> sizes;
  SharedText reservation; ///< the advance reservation in which it runs; "": none
  SharedText name;        ///< that its user gave it
  JobArray array;
  StartDates dates;
  SharedText constraint;    ///< features that each of its nodes has, such as "gpu&ssd"; "": any nodes
  std::int32_t nice = 0;    ///< by which its priority is less, where the site has priorities
  int followers = 0;        ///< number of jobs of the workload that wait for it
  bool never_ready = false; ///< a job that it waits for has not ended well: it will never run
};

enum class Shape { bag_of_tasks, rigid, dag };

/// A job of one task on one resource is both a bag and rigid; it is called a bag here, and every architecture
/// runs it.
inline Shape shape_of(const Job& job) {
  if (!job.precedences.empty())
    return Shape::dag;
  return job.tasks.size() == 1 && job.tasks.front().resources > 1 ? Shape::rigid : Shape::bag_of_tasks;
}

inline const char* name_of(Shape shape) {
  switch (shape) {
  case Shape::rigid:
    return "rigid job";
  case Shape::dag:
    return "DAG";
  default:
    return "bag of tasks";
  }
}

} // namespace malha
