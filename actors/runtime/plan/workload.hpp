// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"

namespace malha {

/// The stream of jobs that one run reads. It numbers the tasks of the run, and holds no more than the next
/// job.
class Workload {
public:
  explicit Workload(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  /// Says where the jobs come from. It is called once, before anything below.
  void open(std::unique_ptr<JobSource> source) { source_ = std::move(source); }
  const JobSource& source() const { return *source_; }
  /// The next job, which stays in the stream; null at the end.
  const Job* peek();
  /// Takes the next job. There must be one.
  Job pop();

  std::int64_t tasks_read() const { return tasks_; }
  /// The dates of the first and of the last job that was taken; nothing where none was.
  const std::optional<std::pair<Seconds, Seconds>>& submissions() const { return submissions_; }
  /// Whether tasks have numbers of the workload, rather than their ids.
  bool numbers_tasks() const { return numbers_tasks_; }

private:
  /// What the source gave next: the job is made here, and not moved.
  struct Ahead {
    explicit Ahead(JobSource& source) : job(source.next()) {}
    std::optional<Job> job;
  };

  std::string name_;
  std::unique_ptr<JobSource> source_;
  std::optional<Ahead> ahead_;
  std::int64_t tasks_ = 0;
  std::optional<std::pair<Seconds, Seconds>> submissions_;
  bool numbers_tasks_ = false;
};

} // namespace malha
