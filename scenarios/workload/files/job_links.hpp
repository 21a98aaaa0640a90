// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"

#include <functional>
#include <set>

namespace malha {

/// Parameter `dependencies` of a reader: "ignore", "afterany" or "afterok", in the words of Slurm.
ParameterSpec dependencies_parameter();

/// What a file says of the jobs that a job waits for.
struct JobLink {
  std::vector<PrecedingJob> preceding = {};
  /// From the last end of those to the submission of the job, which then follows from it alone, whatever date
  /// the file gives (a closed loop: Parallel Workloads Archive, SWF, field 18). Nothing: it is submitted at
  /// the date of the file, or at that end if it is later (field 17). Counting the wait of a job from there
  /// is ours.
  std::optional<Seconds> think_time = {};
  bool one_suffices = false; ///< one of those must become what the job waits for; otherwise all of them
  bool is_singleton = false; ///< it also waits for the ends of all earlier jobs of its user with its name
  std::size_t place = 0;     ///< of the job in its file, for messages
};

/// The links between the jobs of a trace. They become `Job::preceding` once all of its jobs are read.
class JobLinks {
public:
  /// Jobs wait by the rule that parameter `dependencies` names. `keeps_all`: jobs are read to be written, and
  /// wait for none.
  JobLinks(const Parameters& parameters, bool keeps_all);
  explicit JobLinks(bool are_kept) : are_kept_(are_kept) {}

  /// Whether jobs wait for others. Otherwise nothing below is called.
  bool are_kept() const { return are_kept_; }
  /// What parameter `dependencies` says must become of preceding jobs.
  Dependency kind() const { return kind_; }
  void add(JobId job, JobLink link);
  /// The job of that number is not replayed. Jobs that wait for it do not wait for it (ours).
  void leave_out(JobId job) { left_out_.insert(job); }

  /// Links the jobs, which are in the order of their submissions, and sorts them by their earliest dates.
  /// `refuse(place, what)` is called with a job whose preceding job is itself, comes later, or is not in the
  /// file. It throws, or the job is left out.
  void apply(std::vector<Job>& jobs, const std::function<void(std::size_t, const std::string&)>& refuse);
  void add_to(std::vector<WorkloadNote>& notes) const;

private:
  using Places = std::map<JobId, std::size_t>; ///< of jobs, in their order

  std::string flaw_of(const Job& job, const JobLink& link, const Places& places, std::size_t place) const;
  void link(std::vector<Job>& jobs, std::size_t place, const JobLink& link, const Places& places);

  void add_singleton(const std::vector<Job>& jobs, std::size_t place, JobLink& link) const;

  bool are_kept_;
  Dependency kind_ = Dependency::after_any;
  std::map<JobId, JobLink> links_;
  std::set<JobId> left_out_;
  std::int64_t waiting_ = 0, not_replayed_ = 0, think_times_alone_ = 0; ///< jobs
};

} // namespace malha
