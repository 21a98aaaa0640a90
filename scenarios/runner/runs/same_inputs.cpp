// SPDX-License-Identifier: MIT
#include "same_inputs.hpp"

#include "actors/runtime/plan/former_names.hpp"
#include "policies/sdk/errors.hpp"
#include "results/files/manifest.hpp"

#include <nlohmann/json.hpp>

#include <iostream>

namespace malha {
namespace {

namespace fs = std::filesystem;

/// "?": it says none.
std::string version_in(const nlohmann::json& manifest, const std::string& key) {
  const auto version = manifest.value(key, nlohmann::json());
  return version.is_string() ? version.get<std::string>() : "?";
}

} // namespace

void check_same_inputs(const fs::path& folder, const nlohmann::json& now, const std::string& done) {
  const auto before = nlohmann::json::parse(with_current_names(manifest_in(folder).dump()), nullptr, false);
  if (!before.is_object())
    throw InputError((folder / "manifest.json").string() +
                     ": is damaged; valid: the manifest that the run wrote");
  std::string inputs;
  for (const auto& [key, value] : now.items()) {
    if (before.contains(key) && before[key] == value)
      continue;
    if (key == "malha" || key == "simgrid")
      std::cout << "made with " << key << ' ' << version_in(before, key) << ", now "
                << value.get<std::string>() << '\n';
    else
      inputs += (inputs.empty() ? "" : ", ") + key;
  }
  if (!inputs.empty())
    throw InputError(folder.string() + ": cannot be " + done + ": these inputs have changed: " + inputs +
                     "; valid: the inputs that its manifest.json names");
}

} // namespace malha
