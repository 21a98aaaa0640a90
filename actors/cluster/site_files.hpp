// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"
#include "policies/cluster/site_rules.hpp"

namespace malha::cluster {

/// Adds the parameters for the files in which a site says its rules to those of a scheduler.
std::vector<ParameterSpec> with_site_files(std::vector<ParameterSpec> parameters);

/// The rules of a scheduler's site. Settings that have no effect are named in a note. Throws InputError if a
/// file cannot be read, or a setting has no effect without another one. `ranks`: a policy ranks
/// jobs; `limits`: one holds them back. Without either, accounts and QOSes are refused.
SiteRules rules_of_site(ActorContext& scheduler, bool ranks, bool limits);

} // namespace malha::cluster
