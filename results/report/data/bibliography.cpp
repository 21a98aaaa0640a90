// SPDX-License-Identifier: MIT
#include "bibliography.hpp"

#include "policies/sdk/input_files.hpp"
#include "results/files/files.hpp"

namespace malha::page {
namespace {

/// The place behind the brace that closes the one at `open`.
std::size_t behind_braces(const std::string& text, std::size_t open) {
  int depth = 0;
  for (auto at = open; at < text.size(); ++at) {
    depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
    if (depth == 0)
      return at + 1;
  }
  return text.size();
}

} // namespace

std::map<std::string, std::string> bibliography(const std::filesystem::path& file) {
  std::map<std::string, std::string> entries;
  if (!is_there(file) || !std::filesystem::is_regular_file(file))
    return entries;
  const auto text = all_bytes(file).value_or("");
  for (auto at = text.find("\n@"); at != std::string::npos; at = text.find("\n@", at + 1)) {
    const auto open = text.find('{', at);
    const auto comma = text.find(',', at);
    if (open == std::string::npos || comma == std::string::npos || comma < open)
      continue;
    entries[text.substr(open + 1, comma - open - 1)] =
        text.substr(at + 1, behind_braces(text, open) - at - 1);
  }
  return entries;
}

} // namespace malha::page
