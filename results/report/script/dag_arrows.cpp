// SPDX-License-Identifier: MIT
#include "dag_arrows.hpp"

#include "results/files/records.hpp"
#include "typed_array.hpp"

#include <nlohmann/json.hpp>

namespace malha::page {

void DagArrows::ran(const RanRow& row, int run) {
  const auto found = runs_.find(row.task);
  if (found != runs_.end())
    found->second = {run, {row.start, row.end}, row.outcome == text_of(FinalState::completed)};
}

/// Empty if a task has not completed.
std::vector<int> DagArrows::path_of(const DagInFile& dag) const {
  std::vector<RanFrom> times;
  for (const TaskId task : dag.tasks) {
    const auto& run = runs_.at(task);
    if (!run.has_ended)
      return {};
    times.push_back(run.times);
  }
  return critical_path(times, [&](int task) { return dag.parents[static_cast<std::size_t>(task)]; });
}

nlohmann::json DagArrows::data(std::vector<std::string>& notes) const {
  if (dags_.empty())
    return nullptr;
  std::int64_t number = 0;
  for (const auto& dag : dags_)
    for (const auto& parents : dag.parents)
      number += static_cast<std::int64_t>(parents.size());
  const bool has_all = number <= most_;
  if (!has_all)
    notes.push_back("The chart holds at most " + std::to_string(most_) + " precedences of tasks. Of the " +
                    std::to_string(number) + " it draws those on the critical paths.");
  std::vector<std::int32_t> from, to, path;
  std::vector<std::uint8_t> on_path;
  for (const auto& dag : dags_) {
    const auto run = [&](int task) { return runs_.at(dag.tasks[static_cast<std::size_t>(task)]).number; };
    std::vector<int> before(dag.tasks.size(), -1); // by task of the path: the one before it
    int last = -1;
    for (const int task : path_of(dag)) {
      before[static_cast<std::size_t>(task)] = last;
      last = task;
      if (run(task) >= 0)
        path.push_back(run(task));
    }
    for (int task = 0; task < static_cast<int>(dag.tasks.size()); ++task)
      for (const int parent : dag.parents[static_cast<std::size_t>(task)]) {
        const bool is_on_path = before[static_cast<std::size_t>(task)] == parent;
        if (run(parent) < 0 || run(task) < 0 || (!has_all && !is_on_path))
          continue;
        from.push_back(run(parent));
        to.push_back(run(task));
        on_path.push_back(is_on_path ? 1 : 0);
      }
  }
  return {{"from", typed_array(from)},
          {"to", typed_array(to)},
          {"onPath", typed_array(on_path)},
          {"path", typed_array(path)},
          {"isWhole", has_all}};
}

} // namespace malha::page
