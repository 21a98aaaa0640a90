// SPDX-License-Identifier: MIT
#include "workload.hpp"

#include "last_words.hpp"

#include <stdexcept>

namespace malha {

const Job* Workload::peek() {
  if (!source_)
    throw std::logic_error("jobs are read while actors are still being made; valid: when they run");
  if (!ahead_)
    ahead_.emplace(*source_);
  return ahead_->job ? &*ahead_->job : nullptr;
}

Job Workload::pop() {
  peek();
  Job job = std::move(ahead_->job.value());
  ahead_.reset();
  for (auto& task : job.tasks) {
    task.id += tasks_;
    task.job = job.id;
    task.submitted = job.submitted;
    numbers_tasks_ = numbers_tasks_ || task.number >= 0;
  }
  for (auto& [before, after] : job.precedences) {
    before += tasks_;
    after += tasks_;
  }
  tasks_ += static_cast<std::int64_t>(job.tasks.size());
  submissions_ = {submissions_ ? submissions_->first : job.submitted, job.submitted};
  last_words->jobs_read = last_words->jobs_read + 1;
  last_words->tasks_read = tasks_;
  return job;
}

} // namespace malha
