// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"

namespace malha::easygrid {

/// The parameter `site`, which is equal for a site manager and its host managers.
ParameterSpec site_parameter();
/// The host managers of a site, in the order of the deployment.
std::vector<Peer> hosts_of_site(const Stage& simulation, const std::string& site,
                                const std::string& host_manager = "easygrid/host_manager");
/// The manager of the site of `context`'s actor. Throws InputError if there is none, or more than one.
const Peer& site_manager_of(ActorContext& context, const std::string& site_manager = "easygrid/site_manager");
/// The conditions that EasyGrid supports, at each of its entry points.
std::vector<Support> supported_by_managers();
/// Takes the next job of the run. Throws InputError if it is a delay.
Job take_job(Stage& simulation);
/// The computing power of a host, in flop/s over all its cores. Tasks are distributed in proportion to it
/// (tonelli2010, eq. 4.4).
inline FlopsPerSecond power_of(const Peer& host) {
  return host.host->get_speed() * host.host->get_core_count();
}

} // namespace malha::easygrid
