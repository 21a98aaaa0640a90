// SPDX-License-Identifier: MIT
#include "manifest.hpp"

#include "policies/sdk/input_files.hpp"

#include <nlohmann/json.hpp>

namespace malha {

nlohmann::json manifest_in(const std::filesystem::path& folder) {
  const auto file = folder / "manifest.json";
  refuse_endless(file);
  const auto text = all_bytes(file);
  if (!text)
    return {};
  if (const auto nesting = nesting_of(*text); nesting > deepest_json)
    throw InputError(file.string() + ": is nested " + std::to_string(nesting) +
                     " deep; valid: a manifest that a run wrote");
  return nlohmann::json::parse(*text, nullptr, false);
}

} // namespace malha
