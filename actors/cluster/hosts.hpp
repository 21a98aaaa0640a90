// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/machines.hpp"
#include "actors/runtime/simgrid/stage.hpp"

namespace malha::cluster {

/// The parameter `site`: of its nodes the scheduler has those hosts whose property `site` has this value.
ParameterSpec site_parameter();
/// The nodes of the scheduler: each host once, under allocation=core once for each core, and under
/// allocation=shared once for each slot. Announces them as resources; a shared host is one resource. Throws
/// InputError when a node belongs to another scheduler, too, or when there is none.
std::vector<simgrid::s4u::Host*> announce_nodes(ActorContext& context);
/// The machines of these nodes. Nodes of one host stand side by side and make one machine.
std::vector<NamedMachine> machines_of(const std::vector<simgrid::s4u::Host*>& nodes);
/// The scheduler of an actor on a node. Throws InputError unless there is exactly one.
const Peer& scheduler_of(ActorContext& node);

} // namespace malha::cluster
