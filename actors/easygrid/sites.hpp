// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simulation.hpp"

namespace malha::easygrid {

/// The host managers of the site of `context`'s actor, in the order of the deployment.
std::vector<Peer> hosts_of_site(ActorContext& context);
/// The manager of that site. Throws InputError when it has none, or more than one.
const Peer& site_manager_of(ActorContext& context);

} // namespace malha::easygrid
