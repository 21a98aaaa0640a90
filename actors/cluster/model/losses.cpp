// SPDX-License-Identifier: MIT
// Nodes that go for good, and the jobs for which too few are left.
#include "book.hpp"
#include "model.hpp"

#include <algorithm>
#include <utility>

namespace malha::cluster {
namespace {

/// Looks for places of the fragments of a job on machines that nobody uses, in all ways that differ.
class Placing {
public:
  Placing(std::vector<QueuedFragment> fragments, const std::vector<Machine>& machines, const IndexSet& lost)
      : fragments_(std::move(fragments)) {
    for (const auto& machine : machines)
      rooms_.push_back({lost.contains(machine.first) ? 0 : machine.cpus});
    std::sort(fragments_.begin(), fragments_.end(), [](const QueuedFragment& a, const QueuedFragment& b) {
      return std::pair(a.machine == QueuedFragment::free, -a.cpus) <
             std::pair(b.machine == QueuedFragment::free, -b.cpus);
    });
  }

  /// Whether there are some, or the search takes too long to know.
  bool finds_places(std::size_t next = 0) {
    constexpr int most_steps = 10'000;
    if (next == fragments_.size() || ++steps_ > most_steps)
      return true;
    const auto& fragment = fragments_[next];
    for (std::size_t machine = 0; machine < rooms_.size(); ++machine) {
      auto& room = rooms_[machine];
      if (!may_hold(fragment, machine))
        continue;
      const Room before = std::exchange(room, {room.cpus - fragment.cpus, true, fragment.exclusive});
      if (finds_places(next + 1))
        return true;
      room = before;
    }
    return false;
  }

private:
  struct Room {
    int cpus; ///< that are left
    bool is_used = false;
    bool is_closed = false; ///< to other fragments of the job
  };

  bool may_hold(const QueuedFragment& fragment, std::size_t machine) const {
    const auto& room = rooms_[machine];
    return (fragment.machine == QueuedFragment::free || fragment.machine == static_cast<int>(machine)) &&
           fragment.cpus <= room.cpus && !room.is_closed && !(fragment.exclusive && room.is_used);
  }

  std::vector<QueuedFragment> fragments_; ///< those that name a machine first, then the largest
  std::vector<Room> rooms_;               ///< by machine
  int steps_ = 0;
};

} // namespace

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
  return job.request == nullptr || Placing(job.request->fragments, machines_, lost).finds_places();
}

int Model::nodes_left() const {
  return lost_.empty() ? book_.nodes() : book_.most_tasks_without(lost_, policy_.places_tasks());
}

void Model::watch(int node, bool is_on) {
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
void Model::remove_what_is_too_large() {
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

void Model::withdraw(JobHandle handle, void (Listener::*becomes)(const LiveJob&, Seconds)) {
  book_.advance(date_);
  tell(&Listener::promises_are_void, date_);
  tell(becomes, book_.withdraw(handle), date_);
}

} // namespace malha::cluster
