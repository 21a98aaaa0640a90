// SPDX-License-Identifier: MIT
// A platform is refused before SimGrid sees it, or read; it is the same when it is read again.
#include "actors/runtime/platform.hpp"
#include "scratch.hpp"

namespace malha::fuzz::platform_harness {

void check(std::string_view text) {
  static const ScratchFile file("input.xml");
  file.holding(text);
  std::vector<std::filesystem::path> first;
  if (is_accepted([&] { first = check_platform_file(file.path()); }))
    require(first == check_platform_file(file.path()), "the platform is the same");
}

} // namespace malha::fuzz::platform_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::platform_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
