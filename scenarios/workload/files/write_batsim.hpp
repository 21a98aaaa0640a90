// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <iosfwd>
#include <optional>

namespace malha {

/// Writes Batsim's JSON. Each task becomes a job, and each distinct run time or work a profile. `machine` is
/// the number of nodes of the recorded machine; without it, nb_res is left out. Throws InputError on a job
/// that is neither rigid nor a bag of tasks, and on texts that JSON cannot hold.
void write_batsim(const std::vector<Job>& jobs, std::ostream& out, std::optional<int> machine = std::nullopt);

} // namespace malha
