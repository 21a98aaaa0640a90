// SPDX-License-Identifier: MIT
// What runs and waits at a site is read or refused. What is read are jobs in order of submission, each with a
// number of its own and a run time, and those that run on as many resources as they have.
#include "jobs.hpp"
#include "policies/sdk/recorded_state.hpp"
#include "scratch.hpp"

#include <cmath>
#include <set>

namespace malha::fuzz::squeue_harness {

void check_job(const Job& job) {
  const auto& task = job.tasks.front();
  require(std::isfinite(job.submitted) && std::isfinite(task.length) && task.length > 0, "times are numbers");
  require(task.length <= job.walltime.value_or(0), "no job runs longer than its limit");
  require(task.resources >= 1, "each job has a size");
  const auto* held = job.extensions.find<RunsAlready>();
  if (held == nullptr)
    return;
  int resources = 0;
  for (const auto& part : held->on)
    resources += part.resources;
  require(held->started <= 0 && resources == task.resources, "a job that runs holds what it needs");
}

void check(std::string_view text, const char* counted) {
  static const ScratchFile file("input.json");
  static const auto& reader = workload_of(malha_plugin());
  ReadJobs read;
  if (!is_accepted([&] { read = read_jobs(reader, file.holding(text), false, {{"resources", counted}}); }))
    return;
  std::set<JobId> numbers;
  Seconds last = -std::numeric_limits<Seconds>::infinity();
  for (const auto& job : read.jobs) {
    check_job(job);
    require(numbers.insert(job.id).second, "each job has a number of its own");
    require(job.submitted >= last, "jobs are in order of submission");
    last = job.submitted;
  }
}

} // namespace malha::fuzz::squeue_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const auto* counted : {"nodes", "cpus"})
    malha::fuzz::squeue_harness::check(malha::fuzz::text_of(data, size), counted);
  return 0;
}
