// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/arrivals.hpp"
#include "book.hpp"

#include <deque>
#include <functional>

namespace malha::broker {

/// Tasks that wait for a resource behind the one that runs there, while their data come. They run in the
/// order in which the resource got them.
class QueuedTasks {
public:
  /// A task that waits, and the date at which its data are there; `never`: it will be reported.
  struct Queued {
    Task task;
    Seconds data_at;
  };

  explicit QueuedTasks(std::size_t resources) : queues_(resources) {}

  /// Sets how many tasks may wait at each resource. A resource that is free, but waits for the data of the
  /// first one, takes one more.
  void allow(int most) { most_ = most; }
  bool are_allowed() const { return most_ > 0; }

  /// Whether the resource has room for one more task.
  bool has_room(int resource, const Book& book) const {
    return static_cast<int>(at(resource).size()) < most_ + (book.is_free(resource) ? 1 : 0);
  }
  /// All resources that have.
  IndexSet open(const Book& book) const {
    IndexSet open;
    for (int resource = 0; resource < book.resources(); ++resource)
      if (has_room(resource, book))
        open.insert(IndexSet(resource, 1));
    return open;
  }

  bool is_empty(int resource) const { return at(resource).empty(); }
  const Queued& first(int resource) const { return at(resource).front(); }
  void add(int resource, const Queued& task) {
    queues_[static_cast<std::size_t>(resource)].push_back(task);
    ++size_;
  }
  Task take_first(int resource) {
    const Task task = first(resource).task;
    queues_[static_cast<std::size_t>(resource)].pop_front();
    --size_;
    return task;
  }
  /// The data of a task that waits there have come.
  void data_came(TaskId task, int resource, Seconds date) {
    for (auto& queued : queues_[static_cast<std::size_t>(resource)])
      if (queued.task.id == task)
        queued.data_at = date;
  }

  bool empty() const { return size_ == 0; }

private:
  const std::deque<Queued>& at(int resource) const { return queues_[static_cast<std::size_t>(resource)]; }

  int most_ = 0;
  std::vector<std::deque<Queued>> queues_; ///< by resource
  std::size_t size_ = 0;
};

} // namespace malha::broker
