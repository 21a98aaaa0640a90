// SPDX-License-Identifier: MIT
#pragma once
#include "plugin.hpp"
#include "quantities.hpp"

namespace malha {

/// A platform as plain data. A generator makes it, an engine builds it, and `malha platform` writes it as
/// SimGrid XML.
struct PlatformPlan {
  struct Host {
    std::string name;
    FlopsPerSecond speed; ///< of one core, in the pstate at the start
    int cores;
    std::map<std::string, std::string> properties;
    /// Of the pstates behind the first; 0 for one that does not compute.
    std::vector<FlopsPerSecond> further_speeds = {};
  };
  struct Link {
    std::string name;
    double bandwidth; ///< B/s
    Seconds latency;
    bool fat_pipe = false; ///< every transfer has the whole bandwidth; otherwise transfers share it
  };
  struct Route {
    /// Indices of hosts; in a star both are the same for messages that stay on the host.
    std::size_t from, to;
    std::size_t link;
  };

  /// A part of a star that has a centre of its own: a cluster with its switch.
  struct Zone {
    std::string name;
    std::size_t hosts;   ///< how many hosts it has; they follow those of the zone before
    std::size_t channel; ///< index of the link that joins its centre to those of the other zones

    /// The name of its centre, a router.
    std::string centre() const { return name + "-switch"; }
  };

  std::vector<Host> hosts;
  std::vector<Link> links;
  /// Whether the platform is a star, in which links[i] joins hosts[i] to the centre. Otherwise it is a full
  /// mesh, with a route in both directions for every pair.
  bool star = false;
  std::vector<Route> routes;
  /// The zones that all hosts of a star are in; empty: the star has one centre. A message from zone to zone
  /// crosses both channels.
  std::vector<Zone> zones = {};
};

/// What a platform plugin says of itself. It makes platforms from parameters.
struct PlatformDescriptor {
  std::string name;    ///< "star": a word, and also the name of its source file
  std::string summary; ///< one sentence
  std::string source;  ///< citation of the source
  std::vector<ParameterSpec> parameters;
  /// Plans the platform. Throws InputError when the parameters do not fit together. It draws from streams
  /// called "platform.…", so that every run under one seed is on the same platform.
  PlatformPlan (*plan)(const Parameters&, RandomStreams&);
};

/// Describes a platform that a function plans.
inline PlatformDescriptor platform_generator(std::string name, std::string summary, std::string source,
                                             std::vector<ParameterSpec> parameters,
                                             PlatformPlan (*plan)(const Parameters&, RandomStreams&)) {
  return {std::move(name), std::move(summary), std::move(source), std::move(parameters), plan};
}

/// The plan of a platform plugin for these parameters; others have their defaults. Tests that compile the
/// plugin in use it: `plan_of(malha_plugin())`.
inline PlatformPlan plan_of(const PluginEntry& entry, const std::map<std::string, std::string>& given = {},
                            std::uint64_t seed = 0) {
  const auto& descriptor = *static_cast<const PlatformDescriptor*>(entry.contents);
  RandomStreams random(seed);
  return descriptor.plan(Parameters(descriptor.parameters, given), random);
}

} // namespace malha

/// The last line of a platform's file:
/// MALHA_PLATFORM(malha::platform_generator("name", "sentence", "source", {parameters…}, function))
#define MALHA_PLATFORM(...) MALHA_PLUGIN_ENTRY(malha::PluginKind::platform, __VA_ARGS__)
