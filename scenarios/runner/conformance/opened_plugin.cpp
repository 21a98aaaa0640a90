// SPDX-License-Identifier: MIT
#include "opened_plugin.hpp"

#include "actors/runtime/external/external_policy.hpp"
#include "actors/runtime/plan/catalog.hpp"
#include "policies/sdk/errors.hpp"

#include <dlfcn.h>

namespace malha::conformance {
namespace {

/// The question and the policy of such a name.
std::pair<std::string, std::string> parts_of(const std::string& name) {
  const auto end = name.find('=');
  return {name.substr(0, end), end == std::string::npos ? "" : name.substr(end + 1)};
}

} // namespace

std::filesystem::path asked_elsewhere(const std::string& policy, const std::string& question) {
  return question + "=" + external::placed_policy(policy);
}

bool is_elsewhere(const std::filesystem::path& plugin) {
  return external::is_external(parts_of(plugin.string()).second);
}

std::string words_for(const std::filesystem::path& plugin) {
  if (!is_elsewhere(plugin))
    return plugin.string();
  const auto [question, policy] = parts_of(plugin.string());
  const bool has_blanks = policy.find(' ') != std::string::npos;
  return (has_blanks ? "'" + policy + "'" : policy) + " --question " + question;
}

PluginEntry opened(const std::filesystem::path& plugin) {
  if (is_elsewhere(plugin)) {
    const auto [question, policy] = parts_of(plugin.string());
    try {
      return {plugin_abi, PluginKind::policy, &external::external_policy(policy, question)};
    } catch (const std::invalid_argument& error) {
      throw InputError(error.what());
    }
  }
  Catalog::try_plugin(plugin);
  void* library = dlopen(plugin.c_str(), RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<PluginEntry (*)()>(dlsym(library, "malha_plugin"))();
}

} // namespace malha::conformance
