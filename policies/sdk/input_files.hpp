// SPDX-License-Identifier: MIT
#pragma once
#include "errors.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>

namespace malha {

/// Throws InputError on a pipe or a device, because reading it may never end. Whoever opens the file must
/// find out whether it is there and can be read.
inline void refuse_endless(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::status(file, error);
  if (std::filesystem::exists(status) && std::filesystem::is_other(status))
    throw InputError(file.string() + ": is a pipe or a device, which may never end; valid: a regular file");
}

/// All bytes of a file; nothing where it cannot be opened, or is a folder.
inline std::optional<std::string> all_bytes(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::error_code unknown;
  if (!in || std::filesystem::is_directory(file, unknown))
    return std::nullopt;
  const auto size = std::filesystem::file_size(file, unknown);
  std::string bytes;
  // A byte more than the file has: the first piece meets its end. A pipe does not know its size.
  for (std::size_t piece = unknown ? 65536 : static_cast<std::size_t>(size) + 1; in; piece = 65536) {
    const auto before = bytes.size();
    bytes.resize(before + piece);
    in.read(bytes.data() + before, static_cast<std::streamsize>(piece));
    bytes.resize(before + static_cast<std::size_t>(in.gcount()));
  }
  return bytes;
}

/// The bytes that some editors write before a text in UTF-8.
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

/// JSON that is nested more deeply is refused. It is deeper than any file of ours, and would overflow the
/// stack of the reader.
inline constexpr std::size_t deepest_json = 100;

/// How deep the brackets of a JSON text are nested. Brackets between quotes do not count.
inline std::size_t nesting_of(std::string_view json) {
  std::size_t depth = 0, deepest = 0;
  bool is_quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i)
    if (json[i] == '"')
      is_quoted = !is_quoted;
    else if (is_quoted)
      i += json[i] == '\\' ? 1 : 0; // what is escaped ends nothing
    else if (json[i] == '[' || json[i] == '{')
      deepest = std::max(deepest, ++depth);
    else if ((json[i] == ']' || json[i] == '}') && depth > 0)
      --depth;
  return deepest;
}

} // namespace malha
