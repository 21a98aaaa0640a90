// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <iosfwd>

namespace malha {

/// Writes Batsim's JSON: a job for each task, a profile for each distinct run time or work. Throws InputError
/// on what is neither a rigid job nor a bag of tasks.
void write_batsim(const std::vector<Job>& jobs, std::ostream& out);

} // namespace malha
