// SPDX-License-Identifier: MIT
#include "book.hpp"

namespace malha::easygrid {

void Book::add(int child, FlopsPerSecond capacity, Seconds now) { children_[child] = {capacity, {}, now}; }

void Book::update(int child, const Load& load, FlopsPerSecond capacity, Seconds now) {
  children_.at(child) = {capacity, load, now};
}

std::vector<int> Book::silent(Seconds now, Seconds patience) const {
  std::vector<int> found;
  for (const auto& [child, known] : children_)
    if (now - known.last_seen > patience)
      found.push_back(child);
  return found;
}

void Book::lose(int child) {
  children_.erase(child);
  join(child, {});
}

std::vector<TaskId> Book::join(int child, const std::vector<TaskId>& held) {
  const std::set<TaskId> has(held.begin(), held.end());
  for (auto task = holders_.begin(); task != holders_.end();)
    if (task->second == child && has.count(task->first) == 0) {
      open_.insert(task->first);
      task = holders_.erase(task);
    } else {
      ++task;
    }
  std::vector<TaskId> of_others;
  for (const auto task : has)
    if (has_ended(task) || holders_.emplace(task, child).first->second != child)
      of_others.push_back(task);
    else
      open_.erase(task);
  return of_others;
}

void Book::open(TaskId task) {
  if (!has_ended(task) && holders_.count(task) == 0)
    open_.insert(task);
}

std::vector<TaskId> Book::take_open() {
  std::vector<TaskId> tasks(open_.begin(), open_.end());
  open_.clear();
  return tasks;
}

std::vector<TaskId> Book::take_back(int child, const std::vector<Task>& tasks) {
  std::vector<TaskId> taken;
  for (const auto& task : tasks)
    if (const auto holder = holders_.find(task.id); holder != holders_.end() && holder->second == child) {
      holders_.erase(holder);
      taken.push_back(task.id);
    }
  return taken;
}

bool Book::end(const EndedTask& task) {
  open_.erase(task.task);
  holders_.erase(task.task);
  return ended_.emplace(task.task, task.host).second;
}

std::vector<EndedTask> Book::ended() const {
  std::vector<EndedTask> tasks;
  for (const auto& [task, host] : ended_)
    tasks.push_back({task, host});
  return tasks;
}

int Book::forget(TaskId task) {
  open_.erase(task);
  const auto holder = holders_.extract(task);
  return holder ? holder.mapped() : -1;
}

std::vector<TaskId> Book::held() const {
  std::vector<TaskId> tasks(open_.begin(), open_.end());
  for (const auto& [task, child] : holders_)
    tasks.push_back(task);
  return tasks;
}

std::vector<ChildLoad> Book::loads() const {
  std::vector<ChildLoad> loads;
  for (const auto& [child, known] : children_)
    loads.push_back({child, known.load.power, known.load.ert});
  return loads;
}

std::vector<Share> Book::shares() const {
  std::vector<Share> shares;
  for (const auto& [child, known] : children_)
    shares.push_back({child, known.capacity});
  return shares;
}

FlopsPerSecond Book::capacity() const {
  FlopsPerSecond sum = 0;
  for (const auto& [child, known] : children_)
    sum += known.capacity;
  return sum;
}

} // namespace malha::easygrid
