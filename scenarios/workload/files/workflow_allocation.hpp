// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha {

/// The workflow as one rigid job of that many nodes, as a batch scheduler sees a workflow engine that runs
/// inside of one allocation. The engine gives free nodes the ready task with the longest way to an exit; of
/// equal ones, and of free nodes, the first. The job takes as long as all tasks do that way on nodes of that
/// speed in flop/s. Data take no time, since the nodes share a file system. These rules are ours. `dag` must
/// have no run times by host.
Job in_one_allocation(const Job& dag, int nodes, FlopsPerSecond speed);

} // namespace malha
