// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <iosfwd>

namespace malha {

/// Writes Batsim's JSON. Each task becomes a job, and each distinct run time or work a profile. Throws
/// InputError on a job that is neither rigid nor a bag of tasks.
void write_batsim(const std::vector<Job>& jobs, std::ostream& out);

} // namespace malha
