// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/workload.hpp"
#include "workflow.hpp"

namespace malha {

/// How workflows become jobs.
struct JobTerms {
  explicit JobTerms(const WorkloadInput& input)
      : reference_speed(input.reference_speed), data_scale(input.parameters.real("data_scale")),
        allocation(static_cast<int>(input.parameters.integer("allocation"))) {}

  FlopsPerSecond reference_speed;
  double data_scale; ///< factor on the sizes of files
  int allocation;    ///< nodes of the one job that a workflow becomes; 0: it becomes a DAG
};

/// The parameters of a workload that JobTerms reads, without that of the reference speed.
std::vector<ParameterSpec> parameters_of_jobs();

/// The workflow as a job, whose tasks and precedences count from 0. A task takes its length at the reference
/// speed times its cores, on one core. With run times by host it is a delay of their mean. `where` begins the
/// message of an InputError: the workflow has a cycle, or run times by host which no allocation has.
Job job_of(const Workflow& workflow, const JobTerms& terms, const std::string& where);

} // namespace malha
