// SPDX-License-Identifier: MIT
#include "held_jobs.hpp"

#include "policies/sdk/errors.hpp"

#include <algorithm>

namespace malha {
namespace {

/// Gives the job another date of submission. The deadline of a qos or emergency job, which counts from its
/// submission, moves with it.
void submit_at(Job& job, Seconds date) {
  if (job.deadline && job.service != ServiceClass::common)
    *job.deadline += date - job.submitted;
  job.submitted = date;
  for (auto& task : job.tasks)
    task.submitted = date;
}

} // namespace

void HeldJobs::hold(Job job) {
  const JobId id = job.id;
  auto& held = held_[id];
  held.job = std::move(job);
  const auto& preceding = held.job.preceding->jobs;
  held.open = preceding.size();
  held.decided.resize(preceding.size());
  for (std::size_t which = 0; which < preceding.size(); ++which) {
    const JobId before = preceding[which].job;
    auto& awaited = awaited_[before];
    ++awaited.come;
    if (!decide(held, which, awaited))
      awaited.waiting.push_back(id);
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

std::map<TaskId, HeldJobs::Tasks>::iterator HeldJobs::job_of(TaskId task) {
  const auto after = tasks_.upper_bound(task);
  if (after == tasks_.begin())
    return tasks_.end();
  const auto found = std::prev(after);
  return task - found->first < static_cast<TaskId>(found->second.number) ? found : tasks_.end();
}

void HeldJobs::started(TaskId task, Seconds date) {
  const auto found = job_of(task);
  if (found == tasks_.end() || awaited_.at(found->second.job).start)
    return;
  const JobId job = found->second.job;
  awaited_.at(job).start = date;
  std::vector<End> ends;
  tell_followers(job, ends);
  for (const auto& end : ends)
    job_ended(end);
}

void HeldJobs::ended(TaskId task, Seconds date, bool well) {
  const auto found = job_of(task);
  if (found == tasks_.end())
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
    found->second.end = one.date;
    found->second.well = one.well;
    tell_followers(one.job, ends);
    forget(one.job);
  }
}

/// Decides the dependencies of the jobs that wait for this one. Adds the ends of those that will never run.
void HeldJobs::tell_followers(JobId job, std::vector<End>& ends) {
  std::vector<JobId> still_waiting;
  for (const JobId follower : std::exchange(awaited_.at(job).waiting, {})) {
    const auto found = held_.find(follower);
    if (found == held_.end())
      continue;
    const auto& preceding = found->second.job.preceding->jobs;
    const auto which = std::find_if(preceding.begin(), preceding.end(),
                                    [job](const PrecedingJob& one) { return one.job == job; });
    if (!decide(found->second, static_cast<std::size_t>(which - preceding.begin()), awaited_.at(job)))
      still_waiting.push_back(follower);
    else if (const auto lost = release(follower))
      ends.push_back(*lost);
  }
  awaited_.at(job).waiting = std::move(still_waiting);
}

/// Finds out whether a dependency is met, if that can be said now. Returns whether it is decided.
bool HeldJobs::decide(Held& held, std::size_t which, const Awaited& preceding) {
  const auto& [job, kind, delay] = held.job.preceding->jobs[which];
  const bool waits_for_start = kind == Dependency::after;
  if (held.decided[which] || !(preceding.end || (waits_for_start && preceding.start)))
    return held.decided[which];
  if (waits_for_start && preceding.end && preceding.well && !preceding.start)
    throw InputError("job " + std::to_string(held.job.id) + " waits for the start of job " +
                     std::to_string(job) +
                     ", and this architecture does not tell when jobs start; valid: afterany, or a batch "
                     "scheduler");
  const bool is_met =
      waits_for_start || kind == Dependency::after_any || preceding.well == (kind == Dependency::after_ok);
  held.decided[which] = true;
  --held.open;
  held.last_met =
      std::max(held.last_met, waits_for_start && preceding.start ? *preceding.start + delay : *preceding.end);
  held.has_met = held.has_met || is_met;
  if (held.job.preceding->one_suffices)
    held.is_in_vain = held.open == 0 && !held.has_met;
  else
    held.is_in_vain = held.is_in_vain || !is_met;
  return true;
}

/// Lets the job go if it waits no more. If it will never run, returns that as its end.
std::optional<HeldJobs::End> HeldJobs::release(JobId job) {
  const auto found = held_.find(job);
  Held& held = found->second;
  const bool is_met = held.job.preceding->one_suffices ? held.has_met : held.open == 0;
  if (!is_met && !held.is_in_vain)
    return std::nullopt;
  const Seconds think_time = held.is_in_vain ? 0 : held.job.preceding->think_time;
  const Seconds date = std::max(held.job.submitted, held.last_met + think_time);
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
