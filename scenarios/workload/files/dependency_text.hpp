// SPDX-License-Identifier: MIT
#pragma once
#include "job_links.hpp"

#include <string_view>

namespace malha {

/// Reads what a job waits for as `sbatch --dependency` of Slurm has it: "afterok:12:13,afternotok:14", with
/// '?' instead of ',' where one of them suffices, "after:12+5" (five minutes after its start) and "singleton"
/// (all earlier jobs of the same user and name have ended). Throws std::invalid_argument, with what is valid.
JobLink dependency_of(std::string_view text);

} // namespace malha
