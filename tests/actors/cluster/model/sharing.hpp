// SPDX-License-Identifier: MIT
#pragma once
#include "batch_run.hpp"
#include "policies/multicluster/application.hpp"

namespace malha::testing {

/// A rigid job whose tasks need that memory each.
inline Job job_of_memory(JobId id, Seconds submitted, int size, Bytes memory, Seconds run_time,
                         Seconds walltime = never) {
  auto job = rigid_job(id, submitted, size, run_time, walltime);
  multicluster::Application application;
  application.memory = memory;
  job.extensions.set(application);
  return job;
}

inline cluster::SharedMachine shared_machine(const std::string& site, Bytes memory) {
  cluster::SharedMachine made;
  made.site = site;
  made.memory = memory;
  return made;
}

/// Machines node-0, node-1, … of so many slots.
inline std::vector<cluster::NamedMachine> machines_of_slots(std::size_t machines, int slots) {
  std::vector<std::pair<std::string, int>> names;
  for (std::size_t machine = 0; machine < machines; ++machine)
    names.emplace_back("node-" + std::to_string(machine), slots);
  return machines_of(names);
}

} // namespace malha::testing
