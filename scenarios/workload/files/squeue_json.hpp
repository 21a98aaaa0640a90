// SPDX-License-Identifier: MIT
#pragma once
#include "site_state.hpp"

namespace malha {

/// How a file of `squeue --json` is read.
struct SqueueTerms {
  Seconds now = 0;      ///< its date, in s since 1970; 0: `last_update`, or else the latest date in the file
  bool by_cpus = false; ///< the size of a job is its number of CPUs, not of nodes
};

/// Reads what runs and waits at a site with Slurm, as `squeue --json` of Slurm 22.05 to 24 writes it. A
/// number may be 5, "5", null, or {"set": true, "infinite": false, "number": 5}; a state is a word or a list
/// of words. Jobs that are held, wait for other jobs, are suspended or end are left out, and noted. Tasks of
/// an array that wait become jobs of their own, with numbers behind those of the file. Throws InputError,
/// with the number of the job.
SiteState read_squeue(const std::filesystem::path& file, const SqueueTerms& terms);

/// Whether the file is one of `squeue --json`.
bool is_squeue(const std::filesystem::path& file);

} // namespace malha
