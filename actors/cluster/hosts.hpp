// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/machines.hpp"
#include "actors/runtime/simgrid/stage.hpp"

namespace malha::cluster {

/// The parameter `site`: the scheduler has only hosts whose property `site` has this value.
ParameterSpec site_parameter();
/// Announces the nodes of the scheduler as resources; a shared host is one resource. Returns the host of each
/// node: each host once, under allocation=core once for each core, under allocation=shared once for each
/// slot. Throws InputError if a host is also a node of another scheduler, or if there is none.
std::vector<simgrid::s4u::Host*> announce_nodes(ActorContext& context);
/// The machines of these nodes. Consecutive nodes of one host make one machine.
std::vector<NamedMachine> machines_of(const std::vector<simgrid::s4u::Host*>& nodes);
/// The scheduler of an actor on a node: the only one of the run, or that of the site of the node's host.
/// Throws InputError unless there is exactly one.
const Peer& scheduler_of(ActorContext& node);

} // namespace malha::cluster
