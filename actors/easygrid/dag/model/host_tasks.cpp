// SPDX-License-Identifier: MIT
#include "host_tasks.hpp"

#include <algorithm>

namespace malha::easygrid::dag {

std::vector<WaitingTask>::iterator HostTasks::find(TaskId task) {
  const auto found =
      std::lower_bound(waiting_.begin(), waiting_.end(), task, [this](const WaitingTask& one, TaskId sought) {
        return application_.comes_before(one.task.id, sought);
      });
  return found != waiting_.end() && found->task.id == task ? found : waiting_.end();
}

void HostTasks::take(const Package& package, Seconds now) {
  for (const auto& moving : package.tasks)
    add(moving, now);
}

void HostTasks::add(const Moving& moving, Seconds now) {
  const auto place = std::lower_bound(waiting_.begin(), waiting_.end(), moving.task,
                                      [this](const WaitingTask& one, TaskId sought) {
                                        return application_.comes_before(one.task.id, sought);
                                      });
  moved_to_.erase(moving.task);
  auto& has = has_[moving.task];
  has.insert(has.end(), moving.has.begin(), moving.has.end());
  const bool is_ready = has.size() == application_.parents(moving.task).size();
  waiting_.insert(place, {application_.task(moving.task), is_ready ? now : never});
}

void HostTasks::take(const Data& data, Seconds now) { arrive(data.maker, data.readers, now); }

void HostTasks::arrive(TaskId maker, const std::vector<TaskId>& readers, Seconds now) {
  std::map<int, std::vector<TaskId>> elsewhere;
  for (const TaskId reader : readers) {
    const auto moved = moved_to_.find(reader);
    if (moved != moved_to_.end() && moved->second != unknown) {
      elsewhere[moved->second].push_back(reader);
      continue;
    }
    auto& has = has_[reader]; // of a task that waits here, is on its way, or is on one that is not known yet
    has.push_back(maker);
    if (const auto waiting = find(reader);
        waiting != waiting_.end() && has.size() == application_.parents(reader).size())
      waiting->ready_since = now;
  }
  passed_on_ += static_cast<int>(elsewhere.size());
  send(maker, elsewhere);
}

void HostTasks::send(TaskId maker, const std::map<int, std::vector<TaskId>>& readers) {
  for (const auto& [host, of_host] : readers)
    data_.emplace_back(host, Data{maker, of_host, application_.made_for(maker, of_host)});
}

void HostTasks::take(const Moved& moved) {
  for (const auto& [task, host] : moved.tasks) {
    if (host == self_ || find(task) != waiting_.end())
      continue;
    moved_to_[task] = host;
    if (auto stranded = has_.extract(task))
      for (const TaskId maker : stranded.mapped())
        arrive(maker, {task}, 0);
  }
}

void HostTasks::ended(TaskId task, Seconds now) {
  std::map<int, std::vector<TaskId>> elsewhere;
  std::vector<TaskId> here;
  for (const auto& child : application_.children(task)) {
    const auto moved = moved_to_.find(child.task);
    const bool is_here = find(child.task) != waiting_.end() ||
                         (moved == moved_to_.end() && application_.planned(child.task).resource == self_);
    if (is_here || (moved != moved_to_.end() && moved->second == unknown))
      here.push_back(child.task);
    else
      elsewhere[moved == moved_to_.end() ? application_.planned(child.task).resource : moved->second]
          .push_back(child.task);
  }
  arrive(task, here, now);
  send(task, elsewhere);
}

std::vector<Task> HostTasks::ready() const {
  std::vector<Task> tasks;
  for (const auto& one : waiting_)
    if (one.ready_since < never)
      tasks.push_back(one.task);
  std::sort(tasks.begin(), tasks.end(), comes_first);
  return tasks;
}

Flops HostTasks::ready_work() const {
  Flops sum = 0;
  for (const auto& one : waiting_)
    if (one.ready_since < never)
      sum += one.task.work;
  return sum;
}

std::vector<Task> HostTasks::launch(std::vector<std::size_t> positions) {
  std::vector<Task> tasks;
  for (const std::size_t position : positions) {
    tasks.push_back(waiting_[position].task);
    has_.erase(tasks.back().id);
  }
  std::sort(positions.rbegin(), positions.rend());
  for (const std::size_t position : positions)
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(position));
  return tasks;
}

Given HostTasks::give(const std::vector<TaskId>& named) {
  Given given;
  given.from = self_;
  for (const TaskId task : named) {
    const auto found = find(task);
    if (found == waiting_.end())
      continue;
    waiting_.erase(found);
    moved_to_[task] = unknown;
    auto has = has_.extract(task);
    given.tasks.push_back({task, has ? std::move(has.mapped()) : std::vector<TaskId>{}});
    given.bytes += application_.carried(task, given.tasks.back().has);
  }
  return given;
}

} // namespace malha::easygrid::dag
