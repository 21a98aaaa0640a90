// SPDX-License-Identifier: MIT
#include "held_jobs.hpp"

#include <algorithm>

namespace malha {
namespace {

/// Gives the job another date of submission, and moves its deadline with it.
void submit_at(Job& job, Seconds date) {
  if (job.deadline)
    *job.deadline += date - job.submitted;
  job.submitted = date;
  for (auto& task : job.tasks)
    task.submitted = date;
}

} // namespace

void HeldJobs::hold(Job job) {
  const JobId id = job.id;
  auto& held = held_.emplace(id, Held{std::move(job)}).first->second;
  for (const JobId before : held.job.preceding->jobs) {
    auto& awaited = awaited_[before];
    ++awaited.come;
    if (awaited.end) {
      count(held, *awaited.end, awaited.well);
    } else {
      ++held.open;
      awaited.waiting.push_back(id);
    }
    forget(before);
  }
  if (const auto lost = release(id))
    job_ended(*lost);
}

void HeldJobs::begin(Job& job) {
  const int followers = std::exchange(job.followers, 0);
  if (followers == 0)
    return;
  auto& awaited = awaited_[job.id];
  awaited.followers = followers;
  awaited.open_tasks = job.tasks.size();
  tasks_.emplace(job.tasks.front().id, Tasks{job.tasks.size(), job.id});
}

void HeldJobs::ended(TaskId task, Seconds date, bool well) {
  const auto after = tasks_.upper_bound(task);
  if (after == tasks_.begin())
    return;
  const auto found = std::prev(after);
  if (task - found->first >= static_cast<TaskId>(found->second.number))
    return;
  const JobId job = found->second.job;
  auto& awaited = awaited_.at(job);
  awaited.well = awaited.well && well;
  if (--awaited.open_tasks > 0)
    return;
  tasks_.erase(found);
  job_ended({job, date, awaited.well});
}

/// Jobs that will never run count as ended, too.
void HeldJobs::job_ended(const End& end) {
  std::vector<End> ends{end};
  while (!ends.empty()) {
    const End one = ends.back();
    ends.pop_back();
    const auto found = awaited_.find(one.job);
    if (found == awaited_.end())
      continue;
    auto& awaited = found->second;
    awaited.end = one.date;
    awaited.well = one.well;
    for (const JobId follower : std::exchange(awaited.waiting, {}))
      if (const auto waiting = held_.find(follower); waiting != held_.end()) {
        --waiting->second.open;
        count(waiting->second, one.date, one.well);
        if (const auto lost = release(follower))
          ends.push_back(*lost);
      }
    forget(one.job);
  }
}

void HeldJobs::count(Held& held, Seconds end, bool well) {
  held.last_end = std::max(held.last_end, end);
  held.is_in_vain = held.is_in_vain || (!well && held.job.preceding->must_end_well);
}

/// Lets the job go if it waits no more. If it will never run, returns that as its end.
std::optional<HeldJobs::End> HeldJobs::release(JobId job) {
  const auto found = held_.find(job);
  Held& held = found->second;
  if (held.open > 0 && !held.is_in_vain)
    return std::nullopt;
  const Seconds think_time = held.is_in_vain ? 0 : held.job.preceding->think_time;
  const Seconds date = std::max(held.job.submitted, held.last_end + think_time);
  const bool is_in_vain = held.is_in_vain;
  Job released = std::move(held.job);
  held_.erase(found);
  submit_at(released, date);
  released.preceding = nullptr;
  released.never_ready = is_in_vain;
  const int followers = released.followers;
  const std::pair key(date, released.tasks.front().id);
  released_.emplace(key, std::move(released));
  if (!is_in_vain || followers == 0)
    return std::nullopt;
  awaited_[job].followers = followers;
  return End{job, date, false};
}

/// Forgets the job if it has ended, and all that wait for it have come.
void HeldJobs::forget(JobId job) {
  if (const auto& awaited = awaited_.at(job); awaited.end && awaited.followers == awaited.come)
    awaited_.erase(job);
}

Job HeldJobs::take() {
  Job job = std::move(released_.begin()->second);
  released_.erase(released_.begin());
  if (!job.never_ready)
    begin(job);
  return job;
}

} // namespace malha
