// SPDX-License-Identifier: MIT
#include "resample.hpp"

#include "policies/sdk/errors.hpp"
#include "trace_jobs.hpp"

#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

constexpr Seconds week = 7 * 86400;

using History = std::vector<std::size_t>; ///< positions of the jobs of one user in the trace

/// The histories in the order of their first jobs. A job without a user is a history of its own.
std::vector<History> histories_of(const std::vector<Job>& jobs) {
  std::vector<History> histories;
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    const auto& user = jobs[i].user;
    const auto place = user.empty() ? histories.size() : known.emplace(user, histories.size()).first->second;
    if (place == histories.size())
      histories.emplace_back();
    histories[place].push_back(i);
  }
  return histories;
}

} // namespace

ParameterSpec resample_parameter() {
  return choice(
      "resample", "off", {"off", "users"},
      "users: the users of the trace drawn again, with replacement, and the history of each moved by "
      "whole weeks, so that each seed is another trace of the same system (zakay2014)");
}

ResampledSource::ResampledSource(std::unique_ptr<JobSource> trace, RandomStreams& random,
                                 const std::filesystem::path& file)
    : trace_(std::move(trace)) {
  std::vector<Job> jobs;
  while (auto job = trace_->next())
    jobs.push_back(std::move(*job));
  notes_ = trace_->notes();
  if (std::all_of(jobs.begin(), jobs.end(), [](const auto& job) { return job.user.empty(); }))
    throw InputError(file.string() +
                     ": setting workload.resample=users: no job of it has a user; valid: off");
  if (std::any_of(jobs.begin(), jobs.end(), [](const auto& job) { return job.preceding != nullptr; }))
    throw InputError(file.string() +
                     ": setting workload.resample=users: jobs of it wait for other jobs; valid: off, or "
                     "workload.dependencies=ignore");
  const auto histories = histories_of(jobs);
  const Seconds begin = jobs.front().submitted, last = jobs.back().submitted - begin;
  const auto weeks = static_cast<int>(last / week) + 1;
  const Seconds length = weeks * week;
  auto& stream = random.stream("workload.resample");
  boost::random::uniform_int_distribution<std::size_t> any_user(0, histories.size() - 1);
  boost::random::uniform_int_distribution<int> any_week(0, weeks - 1);
  std::map<std::size_t, int> copies;
  for (std::size_t drawn = 0; drawn < histories.size(); ++drawn) {
    const auto which = any_user(stream);
    const Seconds by = any_week(stream) * week;
    const auto copy = ++copies[which];
    for (const auto place : histories[which]) {
      Job job = jobs[place];
      move_to(job, begin + std::fmod(job.submitted - begin + by, length));
      if (copy > 1 && !job.user.empty())
        job.user += "#" + std::to_string(copy);
      jobs_.push_back(std::move(job));
    }
  }
  std::stable_sort(jobs_.begin(), jobs_.end(),
                   [](const auto& a, const auto& b) { return a.submitted < b.submitted; });
  TaskId tasks = 0;
  for (std::size_t i = 0; i < jobs_.size(); ++i) {
    jobs_[i].id = static_cast<JobId>(i + 1);
    for (auto& task : jobs_[i].tasks) {
      task.job = jobs_[i].id;
      task.number = ++tasks; // that of its job where no job has several tasks
    }
  }
  notes_.push_back({"resampled from " + std::to_string(jobs.size()) + " jobs of " +
                        std::to_string(histories.size()) + " users in " + std::to_string(weeks) +
                        (weeks == 1 ? " week" : " weeks"),
                    static_cast<std::int64_t>(jobs_.size())});
}

} // namespace malha
