// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "workflow.hpp"

namespace malha {

/// The workflow as a job, whose tasks and precedences count from 0. A task takes its length at the reference
/// speed, in flop/s, times its cores, on one core. With run times by host it is a delay of their mean. Files
/// are `data_scale` times as large as the workflow says. `where` begins the message of an InputError, if the
/// workflow has a cycle.
Job job_of(const Workflow& workflow, FlopsPerSecond reference_speed, double data_scale,
           const std::string& where);

} // namespace malha
