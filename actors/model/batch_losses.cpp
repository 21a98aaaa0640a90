// SPDX-License-Identifier: MIT
// Nodes that go for good, and the jobs for which too few are left.
#include "batch_book.hpp"
#include "batch_model.hpp"

#include <algorithm>

namespace malha::cluster {

int Book::most_tasks_without(const IndexSet& lost, bool one_a_machine) const {
  if (!one_a_machine)
    return nodes() - lost.size();
  return static_cast<int>(std::count_if(machines_.begin(), machines_.end(), [&](const Machine& machine) {
    return !lost.contains(machine.first);
  }));
}

bool Book::could_hold_without(const IndexSet& lost, bool one_a_machine, const QueuedJob& job) const {
  if (job.size > most_tasks_without(lost, one_a_machine))
    return false;
  if (job.request == nullptr)
    return true;
  const auto& fragments = job.request->fragments;
  return std::all_of(fragments.begin(), fragments.end(), [&](const QueuedFragment& fragment) {
    for (int number = 0; number < static_cast<int>(machines_.size()); ++number) {
      const auto& machine = machines_[static_cast<std::size_t>(number)];
      if ((fragment.machine == QueuedFragment::free || fragment.machine == number) &&
          fragment.cpus <= machine.cpus && !lost.contains(machine.first))
        return true;
    }
    return false;
  });
}

int BatchModel::nodes_left() const {
  return lost_.empty() ? book_.nodes() : book_.most_tasks_without(lost_, policy_.places_tasks());
}

void BatchModel::watch(int node, bool is_on) {
  const bool is_lost = !is_on && stays_down_(node);
  if (is_lost == lost_.contains(node))
    return;
  if (is_lost)
    lost_.insert(IndexSet(node, 1));
  else
    lost_.remove(IndexSet(node, 1));
  has_lost_ = has_lost_ || is_lost;
}

/// Of the whole queue when nodes were lost, and of the jobs that have come since.
void BatchModel::remove_what_is_too_large() {
  if (lost_.empty())
    return;
  std::vector<JobHandle> too_large;
  const auto look_at = [&](const auto& jobs) {
    for (const auto& job : jobs)
      if (!book_.could_hold_without(lost_, policy_.places_tasks(), job))
        too_large.push_back(job.handle);
  };
  if (std::exchange(has_lost_, false))
    look_at(book_.queue());
  else
    look_at(book_.view(date_, false).changes.arrived);
  // A meta-scheduler knows how many nodes are left. A job that they could hold it would offer again.
  const int left = nodes_left();
  for (const auto handle : too_large)
    withdraw(handle,
             gives_back_ && book_[handle].queued.size > left ? &Listener::withdrawn : &Listener::dropped);
}

void BatchModel::withdraw(JobHandle handle, void (Listener::*becomes)(const LiveJob&, Seconds)) {
  book_.advance(date_);
  tell(&Listener::promises_are_void, date_);
  tell(becomes, book_.withdraw(handle), date_);
}

} // namespace malha::cluster
