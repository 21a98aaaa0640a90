// SPDX-License-Identifier: MIT
#include "waiting_jobs.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace malha::multicluster {

WaitingJob& WaitingJobs::find(TaskId job) {
  const auto found = jobs_.find(job);
  if (found == jobs_.end())
    throw BrokenRule("it hands over job " + std::to_string(job) + ", which is not in the upper queue");
  return found->second;
}

void WaitingJobs::add(Job job) {
  waited_ += last_ - job.submitted; // it may have come while clusters took time for an answer
  if (job.part_of)
    put_back(std::move(job));
  else
    insert(std::move(job), places_.end());
}

void WaitingJobs::put_back(Job job) {
  const auto& task = job.tasks.front();
  const auto after = std::find_if(places_.begin(), places_.end(), [&](const UpperJob& other) {
    return std::tie(other.submitted, other.id) > std::tie(task.submitted, task.id);
  });
  insert(std::move(job), after);
}

void WaitingJobs::insert(Job job, std::list<UpperJob>::iterator before) {
  const auto& task = job.tasks.front();
  const TaskId id = task.id;
  nodes_ += task.resources;
  const auto place = places_.insert(before, {id, task.submitted, task.resources});
  jobs_.emplace(id, WaitingJob{std::move(job), place});
}

void WaitingJobs::remove(const WaitingJob& job) {
  const TaskId id = job.place->id;
  nodes_ -= job.place->size;
  places_.erase(job.place);
  jobs_.erase(id);
}

void WaitingJobs::refuse(WaitingJob& job) {
  job.place->was_refused = true;
  refused_.push_back(job.place->id);
}

void WaitingJobs::pass_is_over() {
  for (const TaskId id : std::exchange(refused_, {}))
    jobs_.at(id).place->was_refused = false;
}

void WaitingJobs::forget_choice(WaitingJob& job) {
  job.place->choice.reset();
  job.decided.reset();
}

void WaitingJobs::forget_decisions() {
  refused_.clear();
  for (auto& [id, job] : jobs_) {
    forget_choice(job);
    job.place->was_refused = false;
    job.refused_by.clear();
  }
}

void WaitingJobs::advance(Seconds now) {
  waited_ += (now - last_) * static_cast<double>(places_.size());
  last_ = now;
}

} // namespace malha::multicluster
