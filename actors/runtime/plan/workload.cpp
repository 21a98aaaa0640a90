// SPDX-License-Identifier: MIT
#include "workload.hpp"

#include "actors/runtime/records/run_status.hpp"

#include <exception>
#include <stdexcept>

namespace malha {
namespace {

/// Stands in for a source that is damaged. What that would say when it is asked once more is not what is
/// wrong. It is made where the exception of the source is caught.
class DamagedSource : public JobSource {
public:
  std::optional<Job> next() override { std::rethrow_exception(said_); }

private:
  std::exception_ptr said_ = std::current_exception();
};

} // namespace

const Job* Workload::peek() {
  if (!source_)
    throw std::logic_error("jobs are read while actors are still being made; valid: when they run");
  if (!ahead_)
    try {
      ahead_.emplace(*source_);
    } catch (...) {
      source_ = std::make_unique<DamagedSource>();
      throw;
    }
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
    task.is_in_dag = !job.precedences.empty();
    numbers_tasks_ = numbers_tasks_ || task.number >= 0;
  }
  for (auto& [before, after] : job.precedences) {
    before += tasks_;
    after += tasks_;
  }
  tasks_ += static_cast<std::int64_t>(job.tasks.size());
  submissions_ = {submissions_ ? submissions_->first : job.submitted, job.submitted};
  run_status->jobs_read = run_status->jobs_read + 1;
  run_status->tasks_read = tasks_;
  return job;
}

} // namespace malha
