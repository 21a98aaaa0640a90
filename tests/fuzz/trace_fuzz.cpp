// SPDX-License-Identifier: MIT
// The jobs of a trace as CSV, whose map is the first line of the input, are jobs that can run, and the same
// when they are read again.
#include "jobs.hpp"
#include "scratch.hpp"

namespace malha::fuzz::trace_harness {

void check(std::string_view text) {
  static const ScratchFile file("input.csv");
  static const auto& reader = workload_of(malha_plugin());
  const auto end = std::min(text.find('\n'), text.size());
  const std::map<std::string, std::string> settings{{"columns", std::string(text.substr(0, end))}};
  const auto& path = file.holding(text.substr(std::min(end + 1, text.size())));
  const auto read = [&] { return read_jobs(reader, path, false, settings).jobs; };
  std::vector<Job> first;
  if (!is_accepted([&] { first = read(); }))
    return;
  require(!first.empty(), "there is a job");
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto& job = first[i];
    require(job.submitted >= 0 && (i == 0 || job.submitted >= first[i - 1].submitted),
            "jobs are in order of submission");
    require(job.tasks.size() == 1 && job.tasks.front().resources >= 1 && job.tasks.front().length >= 0,
            "each job can run");
    check_sizes(job);
  }
  const auto second = read();
  require(std::equal(first.begin(), first.end(), second.begin(), second.end(),
                     [](const Job& a, const Job& b) {
                       return a.id == b.id && a.metadata == b.metadata && are_same(a, b);
                     }),
          "each job is the same");
}

} // namespace malha::fuzz::trace_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::trace_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
