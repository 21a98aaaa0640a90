// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/parameters.hpp"
#include "policies/sdk/quantities.hpp"
#include "policies/sdk/random_streams.hpp"

#include <map>
#include <ostream>
#include <string>
#include <vector>

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

/// A parametric platform.
struct PlatformGenerator {
  std::string name;
  std::string summary; ///< one sentence
  std::string source;  ///< where it comes from
  std::vector<ParameterSpec> parameters;
  /// Throws InputError when the parameters do not fit together. Draws from streams of its own,
  /// "platform.…", so that every run under one seed is on the same platform.
  PlatformPlan (*plan)(const Parameters&, RandomStreams&);
};

const std::vector<PlatformGenerator>& platform_generators();

/// SimGrid platform XML (DTD 4.1) of the plan.
void write_xml(const PlatformPlan& plan, std::ostream& out);

} // namespace malha
