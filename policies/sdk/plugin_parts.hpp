// SPDX-License-Identifier: MIT
#pragma once
#include "plugin.hpp"

#include <boost/preprocessor/cat.hpp>

#include <list>

namespace malha {

/// The parts of the plugin this is compiled into: hidden visibility gives each plugin a list of its own.
__attribute__((visibility("hidden"))) inline std::vector<PluginPart>& parts_of_this_plugin() {
  static std::vector<PluginPart> parts;
  return parts;
}

/// Adds a part to this plugin; MALHA_LINKED_PART calls it while the plugin is opened.
template <class Part>
__attribute__((visibility("hidden"))) bool add_plugin_part(Part part) {
  static std::list<Part> kept; // a list never moves what is in it
  kept.push_back(std::move(part));
  parts_of_this_plugin().push_back({Part::kind, kept.back().name, &kept.back()});
  return true;
}

} // namespace malha

/// The entry point of a plugin of parts, which all its files share: each has it, and the linker keeps one.
extern "C" __attribute__((visibility("default"), used)) inline malha::PluginEntry malha_plugin() {
  return {malha::plugin_abi, malha::PluginKind::parts, &malha::parts_of_this_plugin()};
}

#define MALHA_LINKED_PART(...)                                                                               \
  static const bool BOOST_PP_CAT(malha_plugin_part_, __COUNTER__) = malha::add_plugin_part(__VA_ARGS__);
