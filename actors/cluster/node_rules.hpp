// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/book.hpp"
#include "actors/runtime/simgrid/stage.hpp"

namespace malha::cluster {

/// Adds the parameters for advance reservations to those of a scheduler.
std::vector<ParameterSpec> with_reservations(std::vector<ParameterSpec> parameters);

/// Lets the book of a scheduler keep jobs to the nodes that they may use: those of their partitions, with
/// enough memory and devices by the properties `memory` (bytes) and `gres` (such as gpu:2) of their hosts,
/// with the features that they ask for, and out of advance reservations. Weights and features are those of
/// the site, or else the properties `weight` and `features` (such as big,fast). `hosts` has the host of each
/// node. Throws InputError if a partition or a reservation names an unknown host, if the policy does not heed
/// either, or if it plans with predictions.
void keep_to_node_rules(ActorContext& scheduler, const std::vector<simgrid::s4u::Host*>& hosts,
                        const SiteRules& site, const Queue& policy, bool predicts, Book& book);

/// Says in a note that weights of nodes have no effect, if there are any: jobs share nodes by their memory.
void note_weights_of_shared_nodes(ActorContext& scheduler, const std::vector<simgrid::s4u::Host*>& hosts,
                                  const SiteRules& site);

} // namespace malha::cluster
