// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/recorded_state.hpp"
#include "policies/sdk/workload.hpp"

namespace malha {

/// A job that runs or waits at a site.
struct SiteJob {
  JobId number = 0;
  std::string label; ///< how people call it: "17", or "17_3" of a task of an array
  Credentials who;
  SharedText name; ///< that its user gave it
  JobArray array;  ///< of which it is a task
  int size = 1;    ///< hosts that it needs at once, or CPUs
  Seconds submitted = 0;
  Seconds begin = 0;            ///< date before which its user does not let it start; 0: none
  std::optional<Seconds> limit; ///< nothing: none
  double priority = 0;
  std::optional<Seconds> started = {};    ///< nothing: it waits
  std::vector<RunsAlready::Part> on = {}; ///< of one that runs; `size` in all

  bool runs() const { return started.has_value(); }
};

/// What runs and waits at a site.
struct SiteState {
  Seconds now = 0; ///< the date at which the site was looked at, by the same clock as all other dates
  std::vector<SiteJob> jobs;
  std::vector<WorkloadNote> notes; ///< on what reading it did
};

/// The parameters by which the state of a site becomes jobs of a run.
std::vector<ParameterSpec> parameters_of_sites();

/// The jobs of a site as a run takes them: its date 0 is the date of the state. Those that run have the
/// extension RunsAlready, and all have their RecordedPriority. Times are delays: they do not depend on
/// speeds. Adds notes to the state. Throws InputError, which begins with the name of the file.
std::vector<Job> jobs_of(SiteState& state, const WorkloadInput& input);

/// Gives the jobs of a site.
class SiteJobs : public JobSource {
public:
  SiteJobs(SiteState state, const WorkloadInput& input)
      : jobs_(jobs_of(state, input)), notes_(std::move(state.notes)) {}

  std::optional<Job> next() override {
    return next_ == jobs_.size() ? std::nullopt : std::optional(std::move(jobs_[next_++]));
  }
  std::vector<WorkloadNote> notes() const override { return notes_; }
  std::optional<std::int64_t> jobs() const override { return jobs_.size(); }

private:
  std::vector<Job> jobs_;
  std::vector<WorkloadNote> notes_;
  std::size_t next_ = 0;
};

} // namespace malha
