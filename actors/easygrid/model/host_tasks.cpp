// SPDX-License-Identifier: MIT
#include "host_tasks.hpp"

#include <algorithm>

namespace malha::easygrid {

void HostTasks::take(const Package& package) {
  for (const auto& task : package.tasks)
    add_ready(task);
}

void HostTasks::take(const Asking& asking) {
  manager_.send(asking.from, Given{manager_.envelope(Level::site),
                                   take_ready(manager_.choices.give_up(asking.fraction, ready_))});
}

void HostTasks::take(const Dropping& dropping) {
  const auto& tasks = dropping.tasks;
  const auto is_dropped = [&](const Task& task) {
    return std::find(tasks.begin(), tasks.end(), task.id) != tasks.end();
  };
  ready_.erase(std::remove_if(ready_.begin(), ready_.end(), is_dropped), ready_.end());
}

void HostTasks::ended(const Task& task, FlopsPerSecond power) {
  running_.erase(task.id);
  ended_.insert(task.id);
  unreported_.push_back({task.id, manager_.self});
  power_ = power;
}

void HostTasks::see_power(FlopsPerSecond power) {
  if (unreported_.empty())
    power_ = power;
}

void HostTasks::launch() {
  for (const auto& task : take_ready(manager_.choices.launch(ready_, running()))) {
    running_.insert(task.id);
    manager_.output.launched.push_back(task);
  }
}

void HostTasks::join() {
  Joining joining{manager_.envelope(Level::site)};
  for (const auto& task : ready_)
    joining.held.push_back(task.id);
  joining.held.insert(joining.held.end(), running_.begin(), running_.end());
  for (const auto task : ended_)
    joining.ended.push_back({task, manager_.self});
  joining.load = load();
  joining.capacity = manager_.capacity_of(manager_.self);
  unreported_.clear();
  last_news_ = manager_.now;
  manager_.send(manager_.leader(Level::site), std::move(joining));
}

void HostTasks::report() {
  if (unreported_.empty() && manager_.now - last_news_ < manager_.grid.beat_interval)
    return;
  last_news_ = manager_.now;
  manager_.send(manager_.leader(Level::site),
                News{manager_.envelope(Level::site), 0, std::exchange(unreported_, {}), load(),
                     manager_.capacity_of(manager_.self)});
}

std::vector<Task> HostTasks::take_ready(const std::vector<std::size_t>& positions) {
  std::vector<Task> taken;
  for (const auto position : positions)
    taken.push_back(ready_[position]);
  const auto is_taken = [&](const Task& task) {
    return std::any_of(taken.begin(), taken.end(), [&](const Task& one) { return one.id == task.id; });
  };
  ready_.erase(std::remove_if(ready_.begin(), ready_.end(), is_taken), ready_.end());
  return taken;
}

/// A task that the host has, or has ended, does not run again.
void HostTasks::add_ready(const Task& task) {
  if (ended_.count(task.id) > 0)
    unreported_.push_back({task.id, manager_.self});
  else if (running_.count(task.id) == 0 &&
           std::none_of(ready_.begin(), ready_.end(), [&](const Task& one) { return one.id == task.id; }))
    ready_.insert(std::upper_bound(ready_.begin(), ready_.end(), task, comes_first), task);
}

Load HostTasks::load() const {
  Flops work = 0;
  for (const auto& task : ready_)
    work += task.work;
  return load_of_host(power_, work, !ready_.empty());
}

} // namespace malha::easygrid
