// SPDX-License-Identifier: MIT
// The jobs of a Batsim file, written and read again, are the same jobs, be they rigid jobs or bags.
#include "jobs.hpp"
#include "scenarios/workload/files/write_batsim.hpp"
#include "scratch.hpp"

#include <sstream>

namespace malha::fuzz::batsim_harness {

void check(std::string_view text, bool joins_bags) {
  static const ScratchFile file("input.json"), again("again.json");
  static const auto& reader = workload_of(malha_plugin());
  ReadJobs first;
  if (!is_accepted([&] { first = read_jobs(reader, file.holding(text), joins_bags); }))
    return;
  std::ostringstream written;
  write_batsim(first.jobs, written);
  const auto second = read_jobs(reader, again.holding(written.str()), joins_bags);
  require(second.jobs.size() == first.jobs.size(), "there are as many jobs");
  for (std::size_t i = 0; i < first.jobs.size(); ++i) {
    const auto &one = first.jobs[i], &other = second.jobs[i];
    require(are_same(one, other), "each job is the same");
    require(one.id == other.id && one.metadata == other.metadata,
            "each job has the same number and metadata");
    require(one.bag == other.bag || one.bag.empty(), "each bag has the same name");
  }
}

} // namespace malha::fuzz::batsim_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const bool joins_bags : {false, true})
    malha::fuzz::batsim_harness::check(malha::fuzz::text_of(data, size), joins_bags);
  return 0;
}
