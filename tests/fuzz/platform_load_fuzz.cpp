// SPDX-License-Identifier: MIT
// A platform is refused, be it by SimGrid in a process of its own, or loaded there.
#include "actors/runtime/engine.hpp"
#include "actors/runtime/platform.hpp"
#include "scenarios/runner/workers.hpp"
#include "scratch.hpp"

#include <cstdio>

namespace malha::fuzz::platform_load_harness {

Outcome load(const PlatformSource& source) {
  if (std::freopen("/dev/null", "w", stderr) == nullptr) // an abort of SimGrid prints its stack
    return {Status::died, "stderr cannot be closed", {}, 0, 0};
  RandomStreams random(0);
  const Grid grid(source, random, *make_engine({}).release());
  return {};
}

void check(std::string_view text) {
  static const ScratchFile file("input.xml");
  static const bool prepared = (leave_children_alone(), true);
  require(prepared, "children are left alone");
  file.holding(text);
  PlatformSource source{"input", file.path()};
  if (!is_accepted([&] { source.profiles = check_platform_file(file.path()); }))
    return;
  Outcome outcome;
  run_workers({{"platform", [&source] { return load(source); }}}, {},
              [&](std::size_t, const Outcome& ended) { outcome = ended; });
  // SimGrid aborts, and the program says so. Sanitizers end a process by its exit status.
  require(outcome.message.find("ended with status") == std::string::npos, "no sanitizer ends the child");
}

} // namespace malha::fuzz::platform_load_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::platform_load_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
