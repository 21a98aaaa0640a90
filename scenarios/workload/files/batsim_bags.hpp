// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/workload.hpp"

namespace malha::batsim {

/// A job of one task as a file has it.
struct FileJob {
  Job job;
  std::string id;
};

/// Puts the jobs of one bag together: those with the same `Job::bag`, and under `joins_bags` those of one
/// resource and one submission that say nothing of bags, fragments and classes. A bag has the id and the
/// place of its first job, the user, queue and metadata on which all agree, and the longest walltime, if all
/// have one; the notes count the jobs that say something else. Throws InputError (`file`) when the jobs of a
/// bag are submitted at two dates.
std::vector<FileJob> joined(std::vector<FileJob> by_submission, bool joins_bags, const std::string& file,
                            std::vector<WorkloadNote>& notes);

} // namespace malha::batsim
