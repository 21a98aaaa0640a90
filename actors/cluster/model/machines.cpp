// SPDX-License-Identifier: MIT
#include "machines.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

std::vector<NamedMachine> one_node_each(std::size_t nodes) {
  std::vector<NamedMachine> machines;
  for (int node = 0; node < static_cast<int>(nodes); ++node)
    machines.push_back({std::to_string(node), {node, 1}});
  return machines;
}

} // namespace

Machines::Machines(const std::vector<FlopsPerSecond>& speeds)
    : Machines(speeds, one_node_each(speeds.size())) {}

Machines::Machines(std::vector<FlopsPerSecond> speeds, const std::vector<NamedMachine>& machines,
                   std::vector<const SpeedProfile*> profiles)
    : speeds_(std::move(speeds)), profiles_(std::move(profiles)),
      speeds_change_(std::any_of(profiles_.begin(), profiles_.end(),
                                 [](const auto* profile) { return profile != nullptr; })),
      same_speed_(std::adjacent_find(speeds_.begin(), speeds_.end(), std::not_equal_to<>()) ==
                  speeds_.end()) {
  for (const auto& [name, machine] : machines) {
    names_.push_back(name);
    machines_.push_back(machine);
  }
}

std::optional<int> Machines::find(const std::string& name) const {
  if (by_name_.empty())
    for (int machine = 0; machine < count(); ++machine)
      by_name_.emplace(names_[static_cast<std::size_t>(machine)], machine);
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? std::nullopt : std::optional(found->second);
}

FlopsPerSecond Machines::slowest() const { return *std::min_element(speeds_.begin(), speeds_.end()); }

FlopsPerSecond Machines::fastest() const { return *std::max_element(speeds_.begin(), speeds_.end()); }

Seconds Machines::run_time(const Task& task, const IndexSet& nodes) const {
  if (same_speed_)
    return malha::run_time(task, speeds_.front());
  Seconds longest = 0;
  for (const int node : nodes)
    longest = std::max(longest, malha::run_time(task, speed(node)));
  return longest;
}

TaskRun Machines::run(const Task& task, Seconds start, const IndexSet& nodes) const {
  if (!speeds_change_) {
    const Seconds time = run_time(task, nodes);
    return {time, start + time};
  }
  TaskRun last{0, start};
  for (const int node : nodes)
    if (const auto run = task_run(task, start, speed(node), profiles_[static_cast<std::size_t>(node)]);
        run.end > last.end)
      last = run;
  return last;
}

TaskRun Machines::run_longer(const Task& task, Seconds start, const IndexSet& nodes,
                             const std::function<double(int)>& stretch) const {
  TaskRun last{0, start};
  for (const int node : nodes) {
    const auto* profile = speeds_change_ ? profiles_[static_cast<std::size_t>(node)] : nullptr;
    if (const auto run = task_run(task, start, speed(node) / stretch(node), profile); run.end > last.end)
      last = run;
  }
  return last;
}

int Machines::most_tasks_without(const IndexSet& lost, bool one_a_machine) const {
  if (!one_a_machine)
    return nodes() - lost.size();
  return static_cast<int>(std::count_if(machines_.begin(), machines_.end(), [&](const Machine& machine) {
    return !lost.contains(machine.first);
  }));
}

} // namespace malha::cluster
