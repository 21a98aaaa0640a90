// SPDX-License-Identifier: MIT
// The jobs of an SWF file, written and read again, are the same jobs.
#include "jobs.hpp"
#include "scenarios/workload/files/write_swf.hpp"
#include "scratch.hpp"

#include <sstream>

namespace malha::fuzz::swf_harness {

/// As `malha convert` writes it.
std::string written(const ReadJobs& read, bool& renumbered) {
  SwfFile file;
  file.header = read.header;
  file.jobs = swf_jobs(read.jobs, 1);
  renumbered = file.renumbered = !numbers_increase(file.jobs);
  double number = 0;
  if (renumbered)
    for (auto& job : file.jobs)
      job.line[swf::job] = ++number;
  std::ostringstream text;
  write_swf(file, text);
  return text.str();
}

void check(std::string_view text) {
  static const ScratchFile file("input.swf"), again("again.swf");
  static const auto& reader = workload_of(malha_plugin());
  ReadJobs first;
  if (!is_accepted([&] { first = read_jobs(reader, file.holding(text)); }))
    return;
  bool renumbered = false;
  const auto second = read_jobs(reader, again.holding(written(first, renumbered)));
  require(first.header.empty() || second.header == first.header, "the header is the same");
  require(second.jobs.size() == first.jobs.size(), "there are as many jobs");
  for (std::size_t i = 0; i < first.jobs.size(); ++i) {
    const auto &one = first.jobs[i], &other = second.jobs[i];
    require(are_same(one, other), "each job is the same");
    require(renumbered || (one.id == other.id && one.metadata == other.metadata),
            "each job has the same number and metadata");
  }
}

} // namespace malha::fuzz::swf_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::swf_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
