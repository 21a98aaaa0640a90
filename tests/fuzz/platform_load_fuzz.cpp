// SPDX-License-Identifier: MIT
// A platform is refused, be it by SimGrid in a process of its own, or loaded there.
#include "scenarios/runner/processes/platform_check.hpp"
#include "scratch.hpp"

namespace malha::fuzz::platform_load_harness {

void check(std::string_view text) {
  static const bool prepared = (leave_children_alone(), true);
  require(prepared, "children are left alone");
  static std::uint64_t number = 0; // a file that was loaded once is not loaded again
  const ScratchFile file("input-" + std::to_string(++number) + ".xml");
  file.holding(text);
  try {
    check_platform(read_platform_file(file.path()));
  } catch (const InputError& error) {
    const std::string said = error.what(); // a sanitizer ends the process by a status, SimGrid by an abort
    const auto by_status = file.path().string() + ": SimGrid cannot load it: its process ended with status";
    require(said.rfind(by_status, 0) != 0, "no sanitizer ends the process");
  }
  std::filesystem::remove(file.path());
}

} // namespace malha::fuzz::platform_load_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::platform_load_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
