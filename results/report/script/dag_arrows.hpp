// SPDX-License-Identifier: MIT
#pragma once
#include "results/files/dags_file.hpp"
#include "results/measures/critical_path.hpp"
#include "results/validate/run_reader.hpp"

#include <nlohmann/json_fwd.hpp>

#include <unordered_map>

namespace malha::page {

/// The precedences of the workflows of a run, as arrows of its chart from the end of a task to the start of
/// another one, and their realised critical paths.
class DagArrows {
public:
  /// If there are more precedences than `most`, there will be only those of the critical paths.
  DagArrows(std::vector<DagInFile> dags, std::int64_t most) : dags_(std::move(dags)), most_(most) {
    for (const auto& dag : dags_)
      for (const TaskId task : dag.tasks)
        runs_.emplace(task, Run{});
  }

  /// A task ended its job. `run`: its number in the chart; -1: the chart does not have it.
  void ran(const RanRow& row, int run);
  /// Null if the run has no workflow.
  nlohmann::json data(std::vector<std::string>& notes) const;

private:
  struct Run {
    int number = -1;
    RanFrom times;
    bool has_ended = false;
  };

  std::vector<int> path_of(const DagInFile& dag) const;

  const std::vector<DagInFile> dags_;
  const std::int64_t most_;
  std::unordered_map<TaskId, Run> runs_; ///< of tasks of workflows
};

} // namespace malha::page
