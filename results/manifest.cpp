// SPDX-License-Identifier: MIT
#include "manifest.hpp"

#include "policies/sdk/input_files.hpp"

#include <fstream>

namespace malha {

nlohmann::json manifest_in(const std::filesystem::path& folder) {
  const auto file = folder / "manifest.json";
  refuse_endless(file);
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  if (const auto nesting = nesting_of(text); nesting > deepest_json)
    throw InputError(file.string() + ": is nested " + std::to_string(nesting) +
                     " deep; valid: a manifest that a run wrote");
  return in.is_open() ? nlohmann::json::parse(text, nullptr, false) : nlohmann::json();
}

} // namespace malha
