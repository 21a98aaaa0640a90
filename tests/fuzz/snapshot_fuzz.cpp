// SPDX-License-Identifier: MIT
// A snapshot, written and read again, is the same snapshot. Its jobs are read or refused as those of a run.
#include "jobs.hpp"
#include "scenarios/workload/files/snapshot.hpp"
#include "scratch.hpp"

namespace malha::fuzz::snapshot_harness {

void check(std::string_view text) {
  static const ScratchFile file("input.json"), again("again.json");
  static const auto& reader = workload_of(malha_plugin());
  Snapshot first;
  if (!is_accepted([&] { first = read_snapshot(file.holding(text)); }))
    return;
  const auto written = malha::text_of(first);
  require(malha::text_of(read_snapshot(again.holding(written))) == written, "it is read as it was written");
  is_accepted([&] { read_jobs(reader, file.path()); });
}

} // namespace malha::fuzz::snapshot_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::snapshot_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
