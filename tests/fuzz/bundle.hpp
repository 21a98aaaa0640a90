// SPDX-License-Identifier: MIT
#pragma once
#include "scratch.hpp"

#include <algorithm>
#include <fstream>
#include <vector>

namespace malha::fuzz {

/// Writes the files that an input holds into a folder: each begins behind a line "@ name". Names that are not
/// among `names` are not written, and what is there of the others is removed.
inline void unpack(std::string_view text, const std::vector<std::string>& names,
                   const std::filesystem::path& folder) {
  for (const auto& name : names)
    std::filesystem::remove(folder / name);
  while (!text.empty()) {
    const auto end_of_name = std::min(text.find('\n'), text.size());
    const auto next = text.find("\n@ ", end_of_name);
    const auto end = next == std::string_view::npos ? text.size() : next + 1;
    for (const auto& name : names)
      if (text.substr(0, end_of_name) == "@ " + name) {
        const auto begin = std::min(end_of_name + 1, end);
        std::ofstream(folder / name, std::ios::binary) << text.substr(begin, end - begin);
      }
    text.remove_prefix(end);
  }
}

} // namespace malha::fuzz
