// SPDX-License-Identifier: MIT
#pragma once
#include "plugin.hpp"
#include "quantities.hpp"

namespace malha {

/// A platform as plain data: what a generator makes, an engine builds, and `malha platform` writes out as
/// SimGrid XML.
struct PlatformPlan {
  struct Host {
    std::string name;
    FlopsPerSecond speed; ///< of one core
    int cores;
    std::map<std::string, std::string> properties;
  };
  struct Link {
    std::string name;
    double bandwidth; ///< B/s
    Seconds latency;
    bool fat_pipe = false; ///< every transfer has the whole bandwidth; otherwise they share it
  };
  struct Route {
    std::size_t from, to; ///< hosts; in a star the same, for messages that stay on the host
    std::size_t link;
  };

  std::vector<Host> hosts;
  std::vector<Link> links;
  /// Full mesh: a route, both ways, for every pair. Star: links[i] joins hosts[i] to the centre.
  bool star = false;
  std::vector<Route> routes;
};

/// What a platform plugin says of itself: a parametric platform.
struct PlatformDescriptor {
  std::string name;    ///< "star": a word, and also the name of its source file
  std::string summary; ///< one sentence
  std::string source;  ///< where it comes from
  std::vector<ParameterSpec> parameters;
  /// Throws InputError when the parameters do not fit together. Draws from streams of its own,
  /// "platform.…", so that every run under one seed is on the same platform.
  PlatformPlan (*plan)(const Parameters&, RandomStreams&);
};

/// Describes the platforms that a function plans.
inline PlatformDescriptor platform_generator(std::string name, std::string summary, std::string source,
                                             std::vector<ParameterSpec> parameters,
                                             PlatformPlan (*plan)(const Parameters&, RandomStreams&)) {
  return {std::move(name), std::move(summary), std::move(source), std::move(parameters), plan};
}

/// The plan of a platform plugin, with its defaults but for the given parameters, as a test makes it that
/// compiles the plugin in: `plan_of(malha_plugin())`.
inline PlatformPlan plan_of(const PluginEntry& entry, const std::map<std::string, std::string>& given = {},
                            std::uint64_t seed = 0) {
  const auto& descriptor = *static_cast<const PlatformDescriptor*>(entry.contents);
  RandomStreams random(seed);
  return descriptor.plan(Parameters(descriptor.parameters, given), random);
}

} // namespace malha

/// Last line of a platform's file: MALHA_PLATFORM(malha::platform_generator("name", "sentence", "source",
/// {parameters…}, function))
#define MALHA_PLATFORM(...) MALHA_PLUGIN_ENTRY(malha::PluginKind::platform, __VA_ARGS__)
