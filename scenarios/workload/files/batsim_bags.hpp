// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"

namespace malha::batsim {

/// A job of one task, as the file has it.
struct FileJob {
  Job job;
  std::string id;
};

/// Puts the jobs of one bag together. They are the jobs with the same `Job::bag`. Under `joins_bags` they are
/// also the jobs of one resource and one submission that say nothing of bags, fragments and classes. A bag
/// has the id and the place of its first job. It has the user, queue and metadata on which all its jobs
/// agree, and the longest walltime if all jobs have one. The notes count the jobs that say something else.
/// Throws InputError, which names `file`, when the jobs of a bag are submitted at two dates.
std::vector<FileJob> joined(std::vector<FileJob> by_submission, bool joins_bags, const std::string& file,
                            std::vector<WorkloadNote>& notes);

} // namespace malha::batsim
