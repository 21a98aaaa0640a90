// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <simgrid/s4u.hpp>
#include <xbt/config.hpp>

#include <vector>

namespace malha {

/// What the latency of the route makes of the shortest message, in the network model of the run.
inline Seconds time_between(const simgrid::s4u::Host& from, const simgrid::s4u::Host& to) {
  double latency = 0;
  std::vector<simgrid::s4u::Link*> links;
  from.route_to(&to, links, &latency);
  return latency * simgrid::config::get_value<double>("network/latency-factor");
}

} // namespace malha
