// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"

namespace malha {

/// Parameter `resample` of the reader of a trace: "off", or "users".
ParameterSpec resample_parameter();

/// Jobs as another trace of the same system might have them, after Zakay and Feitelson (2014). As many users
/// as the trace has are drawn from its users, with replacement. Each keeps its history of jobs, and all of it
/// moves by a whole number of weeks, drawn for each. What leaves the trace at its end comes in at its
/// beginning. So hours of the day, days of the week and sessions stay as they were, and which users meet is
/// drawn again.
class ResampledSource : public JobSource {
public:
  /// Reads all jobs of the trace. Throws InputError when no job has a user; `file` is named then.
  ResampledSource(std::unique_ptr<JobSource> trace, RandomStreams& random, const std::filesystem::path& file);

  std::optional<Job> next() override {
    return next_ == jobs_.size() ? std::nullopt : std::optional(std::move(jobs_[next_++]));
  }
  std::vector<WorkloadNote> notes() const override { return notes_; }
  std::vector<std::string> header() const override { return trace_->header(); }

private:
  std::unique_ptr<JobSource> trace_;
  std::vector<Job> jobs_; ///< in order of submission, numbered from 1
  std::size_t next_ = 0;
  std::vector<WorkloadNote> notes_;
};

} // namespace malha
