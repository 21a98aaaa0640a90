// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/stage.hpp"

namespace malha::easygrid {

/// By which a site manager and the host managers of its site find each other.
ParameterSpec site_parameter();
/// The host managers of a site, in the order of the deployment.
std::vector<Peer> hosts_of_site(const Stage& simulation, const std::string& site);
/// The manager of the site of `context`'s actor. Throws InputError when it has none, or more than one.
const Peer& site_manager_of(ActorContext& context);
/// What managers bear where jobs enter.
std::vector<Bearing> borne_by_managers();
/// The computing power that tasks are distributed by (tonelli2010, eq. 4.4): of all cores.
inline FlopsPerSecond power_of(const Peer& host) {
  return host.host->get_speed() * host.host->get_core_count();
}

} // namespace malha::easygrid
