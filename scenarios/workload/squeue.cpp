// SPDX-License-Identifier: MIT
// What runs and waits at a site with Slurm, from the output of squeue --json. Date 0 of the run is the date
// of the file: jobs that run hold their nodes from then on, and those that wait were submitted before.
#include "scenarios/workload/files/squeue_json.hpp"

namespace malha {
namespace {

class SqueueReader : public SiteJobs {
public:
  explicit SqueueReader(const WorkloadInput& input)
      : SiteJobs(read_squeue(input.file,
                             {input.parameters.real("now"), input.parameters.text("resources") == "cpus"}),
                 input) {}
};

WorkloadDescriptor described() {
  auto parameters = parameters_of_sites();
  parameters.push_back(choice("resources", "nodes", {"nodes", "cpus"},
                              "what jobs need: whole nodes, or CPUs, for allocation=core"));
  parameters.push_back(real("now", 0, between(0, 253402300799), "s",
                            "date of the file, since 1970; 0: as it says, or else the latest date in it"));
  auto reader = workload_reader<SqueueReader>(
      "squeue", {".json"}, "jobs that run and wait at a site with Slurm, from the output of squeue --json",
      "Slurm 22.05 documentation, squeue and REST API; measured on Slurm 22.05.8", std::move(parameters));
  reader.recognizes = is_squeue;
  return reader;
}

} // namespace

MALHA_WORKLOAD(described())

} // namespace malha
