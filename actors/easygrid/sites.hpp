// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/stage.hpp"

#include <simgrid/s4u.hpp>

namespace malha::easygrid {

/// The parameter `site`, by which a site manager and its host managers find each other.
ParameterSpec site_parameter();
/// The host managers of a site, in the order of the deployment.
std::vector<Peer> hosts_of_site(const Stage& simulation, const std::string& site);
/// The manager of the site of `context`'s actor. Throws InputError when there is none, or more than one.
const Peer& site_manager_of(ActorContext& context);
/// The conditions that EasyGrid supports wherever jobs enter.
std::vector<Support> borne_by_managers();
/// Takes the next job of the run. Throws InputError when it is a delay.
Job take_job(Stage& simulation);
/// The computing power of a host, in flop/s over all its cores. Tasks are distributed by it (tonelli2010, eq.
/// 4.4).
inline FlopsPerSecond power_of(const Peer& host) {
  return host.host->get_speed() * host.host->get_core_count();
}

} // namespace malha::easygrid
