// SPDX-License-Identifier: MIT
// A job file of ElastiSim and an application model, each after a line "@ name", are read or refused. What is
// read are jobs in order of submission that can run on all their sizes.
#include "bundle.hpp"
#include "jobs.hpp"

namespace malha::fuzz::elastisim_harness {

void check(std::string_view text) {
  static const auto& reader = workload_of(malha_plugin());
  const auto& folder = scratch_folder();
  unpack(text, {"jobs.json", "model.json"}, folder);
  ReadJobs read;
  if (!is_accepted([&] { read = read_jobs(reader, folder / "jobs.json", false, {{"io", "ignore"}}); }))
    return;
  Seconds last = 0;
  for (const auto& job : read.jobs) {
    require(job.submitted >= last, "jobs are in order of submission");
    require(job.tasks.size() == 1 && job.tasks.front().resources >= 1, "each job is one task");
    check_sizes(job);
    last = job.submitted;
  }
}

} // namespace malha::fuzz::elastisim_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::elastisim_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
