// SPDX-License-Identifier: MIT
#pragma once
#include "untaken.hpp"

namespace malha::broker {

/// The end of a task on a resource.
struct Completion {
  Seconds at = std::numeric_limits<Seconds>::infinity();
  std::size_t machine = 0; ///< index in the Mapping
};

/// Maps waiting tasks, one after the other, to the resources that are up. A resource runs its mapped tasks in
/// that order. Only the first task that is mapped to a free resource starts now (maheswaran1999).
class Mapping {
public:
  explicit Mapping(const AssignmentView& view) : dags_(view.dags), now_(view.now) {
    for (std::size_t i = 0; i < view.resources.size(); ++i) {
      const auto& resource = view.resources[i];
      const int number = static_cast<int>(i);
      if (!resource.is_up)
        continue;
      const bool is_free = view.free.contains(number);
      machines_.push_back(
          {&resource, number, is_free ? view.now : std::max(view.now, resource.free_at), is_free});
      free_ += is_free;
    }
  }

  /// Whether there is a free resource without a mapped task. If there is none, the next mapped task starts
  /// later.
  bool has_idle_machine() const { return free_ > 0; }

  std::size_t machines() const { return machines_.size(); }
  /// The date at which the machine has done its task and all mapped tasks.
  Seconds ends(std::size_t machine) const { return machines_[machine].ends; }
  /// The end of the task if it were mapped to the machine next.
  Seconds completion(const Task& task, std::size_t machine) const {
    const auto& [resource, number, ends, is_free] = machines_[machine];
    if (dags_ != nullptr && task.is_in_dag)
      return ends + dags_->wait(task, number, now_) + dags_->run_time(task, number);
    return ends + expected_time(task, *resource);
  }

  /// The machine on which the task would end first; of several, the lowest resource.
  Completion least(const Task& task) const {
    Completion least;
    for (std::size_t machine = 0; machine < machines_.size(); ++machine)
      if (const Seconds at = completion(task, machine); at < least.at)
        least = {at, machine};
    return least;
  }

  void map(const Task& task, const Completion& completion) {
    auto& machine = machines_[completion.machine];
    machine.ends = completion.at;
    if (!machine.is_free)
      return;
    machine.is_free = false;
    --free_;
    starts_.push_back({task.id, machine.number});
  }

  /// The assignments that start now.
  const std::vector<Assignment>& starts() const { return starts_; }

private:
  struct Machine {
    const Resource* resource;
    int number;   ///< number of the resource on the platform
    Seconds ends; ///< date at which it has done its task and all mapped tasks
    bool is_free; ///< it has no task, mapped or running
  };

  const DagTimes* const dags_;
  const Seconds now_;
  std::vector<Machine> machines_; ///< the resources that are up
  int free_ = 0;
  std::vector<Assignment> starts_;
};

/// A task, and the machine on which it would end first.
struct Candidate {
  const Task* task;
  Completion least;
};

/// Maps one waiting task after the other, while a task can still start now. `choose(waiting, mapping)`
/// returns the next one.
template <class Choose>
std::vector<Assignment> map_waiting(const AssignmentView& view, Choose choose) {
  Mapping mapping(view);
  Untaken waiting(view.waiting);
  while (mapping.has_idle_machine() && !waiting.empty()) {
    const Candidate next = choose(waiting, mapping);
    mapping.map(*next.task, next.least);
    waiting.take(*next.task);
  }
  return mapping.starts();
}

/// The task of the lowest id among the first one and those after it that end at the same date, as rounded.
/// Heavier tasks never end sooner. `behind(task)` returns the next task in the order of work, or null.
template <class Behind>
Candidate lowest_of_equals(const Task* first, const Mapping& mapping, Behind behind) {
  Candidate lowest{first, mapping.least(*first)};
  for (auto* task = behind(*first); task != nullptr; task = behind(*task)) {
    const auto least = mapping.least(*task);
    if (least.at != lowest.least.at)
      break;
    if (task->id < lowest.task->id)
      lowest = {task, least};
  }
  return lowest;
}

} // namespace malha::broker
