// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/parameters.hpp"
#include "policies/sdk/quantities.hpp"
#include "policies/workflow/graph.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// A task of a workflow, as its file describes it.
struct WorkflowTask {
  std::string id;
  Seconds length = 0; ///< its run time on a resource of the reference speed; not used if there are `hosts`
  int cores = 1;
  Flops work = 0; ///< of all its cores; used instead of the length if above 0
};

/// The work of a task: its own, or what all its cores do in its run time.
inline Flops work_of(const WorkflowTask& task, FlopsPerSecond reference_speed) {
  return task.work > 0 ? task.work : task.length * reference_speed * task.cores;
}

/// The run time of a task at the reference speed.
inline Seconds length_of(const WorkflowTask& task, FlopsPerSecond reference_speed) {
  return task.work > 0 ? task.work / reference_speed / task.cores : task.length;
}

/// A file that tasks make or read. One file goes to a resource once, however many tasks read it there.
struct WorkflowFile {
  std::string name;
  Bytes size = 0;
  std::vector<int> producers; ///< none: it is there before the workflow begins
  std::vector<int> consumers;
};

/// The run times and the network of a workflow whose file has both. Used for resources that are "unrelated":
/// no speed of a resource says how long a task takes there.
struct WorkflowHosts {
  std::vector<std::string> names;
  std::vector<Seconds> rows;      ///< the run times of task 0 on each host, then those of task 1, and so on
  std::vector<Seconds> latencies; ///< one for all, or a row for each sending host
  std::vector<double> bandwidths; ///< in B/s; likewise
};

/// A workflow: a DAG of tasks with the files between them.
struct Workflow {
  std::vector<WorkflowTask> tasks;
  std::vector<WorkflowFile> files;
  std::vector<std::pair<int, int>> precedences; ///< (before, after) without data
  std::optional<WorkflowHosts> hosts;
  std::vector<std::string> notes; ///< what is odd in its file and changes nothing
};

/// The precedences of the workflow with the sums of data between two tasks. Throws InputError, which begins
/// with `where`, for a cycle: it names the tasks.
workflow::Graph graph_of(const Workflow& workflow, const std::string& where);

/// How a workflow is read.
struct WorkflowOptions {
  std::optional<Seconds> run_time; ///< of tasks of which the file has none
  std::optional<Bytes> file_size;  ///< of files of which a DAX has none
  bool joins_producers = false;    ///< a file may be made by several tasks, as in old files of Montage
};

/// The parameters from which `options_of_reading` takes how a workflow is read.
std::vector<ParameterSpec> parameters_of_reading();
/// Throws InputError, which begins with `where`.
WorkflowOptions options_of_reading(const Parameters& parameters, const std::string& where);

/// Reads a workflow in the format that the ending of the file says: DAX for .dax and .xml, DOT for .dot and
/// .gv. All others are JSON: WfFormat, or run times by host. Throws InputError.
Workflow read_workflow(const std::filesystem::path& file, const WorkflowOptions& options = {});

} // namespace malha
