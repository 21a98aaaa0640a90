// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/deployment.hpp"

namespace malha {

/// The metrics that are shown of runs with these actors where nobody asks for others: headlines of all runs,
/// of their architectures, which are the folders of actors, and of the actors themselves. Those of several
/// deployments are there once.
std::vector<std::string> headlines_of(const std::vector<PlacedActor>& actors);

/// Throws InputError, which begins with `who`, unless each name is a metric, and none is there twice. "all"
/// stands alone.
void check_metric_names(const std::string& who, const std::vector<std::string>& names,
                        const Catalog& catalog);

} // namespace malha
