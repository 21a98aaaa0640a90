// SPDX-License-Identifier: MIT
// A platform is refused before SimGrid sees it, or read; it is the same when it is read again.
#include "actors/runtime/simgrid/platform.hpp"
#include "scratch.hpp"

namespace malha::fuzz::platform_harness {

std::string described(const PlatformSource& source) {
  std::string text = source.name + source.note;
  for (const auto& file : source.profile_files)
    text += '\n' + file.string();
  for (const auto& profile : source.profiles) {
    text += '\n' + name_of(profile.kind) + profile.where + std::to_string(profile.period);
    for (const auto& point : profile.points)
      text += ' ' + std::to_string(point.date) + ' ' + std::to_string(point.value);
  }
  return text;
}

void check(std::string_view text) {
  static const ScratchFile file("input.xml");
  file.holding(text);
  PlatformSource first;
  if (is_accepted([&] { first = read_platform_file(file.path()); }))
    require(described(first) == described(read_platform_file(file.path())), "the platform is the same");
}

} // namespace malha::fuzz::platform_harness

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  malha::fuzz::platform_harness::check(malha::fuzz::text_of(data, size));
  return 0;
}
