// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/recorded_state.hpp"
#include "slurm_fields.hpp"

namespace malha {

/// The nodes that a running job of `squeue --json` holds, each as one resource. Throws InputError unless
/// there are `number` of them.
std::vector<RunsAlready::Part> whole_hosts(const SlurmFields& job, int number);
/// The nodes that it holds, with its CPUs there: `cpus` in all. Where the file does not say how many those
/// are, they are as even as can be.
std::vector<RunsAlready::Part> cpus_on_hosts(const SlurmFields& job, int cpus);

} // namespace malha
