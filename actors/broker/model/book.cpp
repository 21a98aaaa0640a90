// SPDX-License-Identifier: MIT
#include "book.hpp"

#include <utility>

namespace malha::broker {

namespace {

BrokenRule broken(const Assignment& assignment, const std::string& why) {
  return BrokenRule("it gives task " + std::to_string(assignment.task) + " to resource " +
                    std::to_string(assignment.resource) + ", " + why);
}

} // namespace

Book::Book(const std::vector<FlopsPerSecond>& speeds)
    : copies_(speeds.size()), free_(0, static_cast<int>(speeds.size())),
      up_(static_cast<int>(speeds.size())) {
  for (const auto speed : speeds) {
    resources_.push_back({speed});
    mean_speed_ += speed;
  }
  mean_speed_ /= static_cast<double>(speeds.size());
}

void Book::submit(const Job& job) {
  for (const auto& task : job.tasks)
    submit(task);
}

void Book::submit(const Task& task) {
  waiting_.insert(waiting_.end(), task);
  work_submitted_ += task.work;
  ++submitted_;
}

void Book::check_resource(const Assignment& assignment) const {
  if (assignment.resource < 0 || assignment.resource >= resources())
    throw broken(assignment, "which is not there (" + std::to_string(resources_.size()) + " are)");
}

Task Book::set_aside(const Assignment& assignment) {
  check_resource(assignment);
  const auto waits = waiting_.find(assignment.task);
  if (waits == waiting_.end())
    throw broken(assignment, "and the task does not wait");
  const Task task = *waits;
  waiting_.erase(waits);
  return task;
}

Copy& Book::take(const Assignment& assignment) {
  const auto [id, resource] = assignment;
  check_resource(assignment);
  if (!free_.contains(resource))
    throw broken(assignment, "which is not free");
  if (const auto waits = waiting_.find(id); waits != waiting_.end()) {
    running_.insert({*waits, 1});
    waiting_.erase(waits);
  } else if (const auto runs = running_.find(id); runs != running_.end()) {
    if (!std::exchange(copies_tasks_, true))
      for (const auto& copy : copies_)
        if (copy)
          by_task_.insert({copy->task, copy->resource});
    running_.modify(runs, [](RunningTask& task) { ++task.copies; });
  } else {
    throw broken(assignment, "and the task neither waits nor runs");
  }
  free_.remove(IndexSet(resource, 1));
  if (copies_tasks_)
    by_task_.insert({id, resource});
  return copies_[index(resource)].emplace(Copy{++started_, id, resource, 0});
}

Copy Book::take_off(int resource) {
  const Copy copy = copies_[index(resource)].value();
  copies_[index(resource)].reset();
  if (copies_tasks_)
    by_task_.erase({copy.task, resource});
  return copy;
}

Book::Ended Book::end(int resource) {
  const auto running = running_.find(take_off(resource).task);
  Ended ended{running->task, {}};
  running_.erase(running);
  free_.insert(IndexSet(resource, 1));
  for (auto other = by_task_.lower_bound({ended.task.id, 0});
       other != by_task_.end() && other->first == ended.task.id;) {
    const int its_resource = (other++)->second;
    ended.others.push_back(take_off(its_resource));
    free_.insert(IndexSet(its_resource, 1));
  }
  return ended;
}

std::optional<Book::Lost> Book::down(int resource) {
  --up_;
  resources_[index(resource)].is_up = false;
  if (free_.contains(resource)) {
    free_.remove(IndexSet(resource, 1));
    return std::nullopt;
  }
  return lose_copy(resource);
}

Book::Lost Book::give_up(int resource) {
  free_.insert(IndexSet(resource, 1));
  return lose_copy(resource);
}

Book::Lost Book::lose_copy(int resource) {
  const Copy copy = take_off(resource);
  const auto running = running_.find(copy.task);
  const Lost lost{running->task, copy};
  if (running->copies > 1) {
    running_.modify(running, [](RunningTask& task) { --task.copies; });
  } else {
    running_.erase(running);
    waiting_.insert(lost.task);
  }
  return lost;
}

void Book::up(int resource) {
  ++up_;
  resources_[index(resource)].is_up = true;
  free_.insert(IndexSet(resource, 1));
}

} // namespace malha::broker
