// SPDX-License-Identifier: MIT
#pragma once
#include "untaken.hpp"

namespace malha::broker {

/// When a task would end, and on which resource.
struct Completion {
  Seconds at = std::numeric_limits<Seconds>::infinity();
  std::size_t machine = 0; ///< of a Mapping
};

/// Waiting tasks mapped one after the other to the resources that are up, which run what they are given in
/// that order; only what is mapped first to a free resource starts now (maheswaran1999).
class Mapping {
public:
  explicit Mapping(const AssignmentView& view) {
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

  /// Whether a free resource has nothing yet: all that is mapped later starts later.
  bool has_idle_machine() const { return free_ > 0; }

  std::size_t machines() const { return machines_.size(); }
  /// When all is done that it runs and that is mapped to it.
  Seconds ends(std::size_t machine) const { return machines_[machine].ends; }
  /// When the task would end there, behind what is mapped to it.
  Seconds completion(const Task& task, std::size_t machine) const {
    return machines_[machine].ends + expected_time(task, *machines_[machine].resource);
  }

  /// Where the task would end first; ties: the lowest resource.
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

  /// What starts now.
  const std::vector<Assignment>& starts() const { return starts_; }

private:
  struct Machine {
    const Resource* resource;
    int number;   ///< on the platform
    Seconds ends; ///< what it runs and what is mapped to it
    bool is_free; ///< and nothing is mapped to it
  };

  std::vector<Machine> machines_; ///< those that are up
  int free_ = 0;
  std::vector<Assignment> starts_;
};

/// A task, and where it ends first.
struct Candidate {
  const Task* task;
  Completion least;
};

/// Maps the task that `choose(waiting, mapping)` chooses of those that wait, and so on, while that can start
/// something.
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

/// The lowest id among the first task and those behind it, in order of work, that end at the same date, as
/// rounding makes it: heavier tasks never end sooner. `behind(task)` is the next one, or null.
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
