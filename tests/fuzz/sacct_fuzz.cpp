// SPDX-License-Identifier: MIT
// The jobs of what sacct prints are jobs that can run, in order of submission, and the same when they are
// read again.
#include "jobs.hpp"
#include "scratch.hpp"

#include <cmath>

namespace malha::fuzz::sacct_harness {

auto demands_of_job(const Job& job) {
  static const Demands nothing;
  const auto& demands = job.demands ? *job.demands : nothing;
  return std::tie(demands.memory, demands.devices, demands.licences);
}

void check_job(const Job& job) {
  require(job.tasks.size() == 1 && job.tasks.front().resources >= 1 && job.tasks.front().length >= 0,
          "each job can run");
  const auto& [memory, devices, licences] = demands_of_job(job);
  require(std::isfinite(memory) && memory >= 0, "memory is an amount");
  for (const auto& [name, count] : devices)
    require(count > 0, "a device that is asked for is at least one");
  for (const auto& [name, count] : licences)
    require(count > 0, "a licence that is asked for is at least one");
}

void check(std::string_view text) {
  static const ScratchFile file("input.sacct");
  static const auto& reader = workload_of(malha_plugin());
  const auto& path = file.holding(text);
  std::vector<Job> first;
  if (!is_accepted([&] { first = read_jobs(reader, path).jobs; }))
    return;
  require(!first.empty(), "there is a job");
  for (std::size_t i = 0; i < first.size(); ++i) {
    require(first[i].submitted >= 0 && (i == 0 || first[i].submitted >= first[i - 1].submitted),
            "jobs are in order of submission");
    check_job(first[i]);
  }
  const auto second = read_jobs(reader, path).jobs;
  require(std::equal(first.begin(), first.end(), second.begin(), second.end(),
                     [](const Job& a, const Job& b) {
                       return a.id == b.id && a.metadata == b.metadata && a.name == b.name &&
                              demands_of_job(a) == demands_of_job(b) && are_same(a, b);
                     }),
          "each job is the same");
}

} // namespace malha::fuzz::sacct_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::sacct_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
