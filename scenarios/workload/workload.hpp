// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/parameters.hpp"
#include "policies/sdk/random_streams.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace malha {

/// Jobs one by one, in order of submission. Task ids and precedences count from 0 within each job.
class JobSource {
public:
  virtual ~JobSource() = default;
  virtual std::optional<Job> next() = 0;
};

/// The stream that one run reads. It numbers the tasks of the run, and never holds more than the next job.
class Workload {
public:
  Workload(std::string name, std::unique_ptr<JobSource> source)
      : name_(std::move(name)), source_(std::move(source)) {}

  const std::string& name() const { return name_; }
  /// The next job, still in the stream; null at its end.
  const Job* peek();
  /// Takes the next job. There must be one.
  Job pop();

  std::int64_t tasks_read() const { return tasks_; }

private:
  std::string name_;
  std::unique_ptr<JobSource> source_;
  std::optional<Job> ahead_;
  std::int64_t tasks_ = 0;
};

/// A named source of jobs with parameters.
struct WorkloadGenerator {
  std::string name;
  std::string makes;  ///< one sentence
  std::string source; ///< where the model comes from
  std::vector<ParameterSpec> parameters;
  std::unique_ptr<JobSource> (*make)(const Parameters&, RandomStreams&);
};

const std::vector<WorkloadGenerator>& workload_generators();

} // namespace malha
