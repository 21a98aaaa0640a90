// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/deployment.hpp"

namespace malha {

/// The metrics that are shown by default for runs with these actors, each once: the headlines of all runs, of
/// the architectures of the actors, and of the actors themselves.
std::vector<std::string> headlines_of(const std::vector<PlacedActor>& actors);

/// Throws InputError, which begins with `who`, unless each name is a metric and is given once. "all" is valid
/// if it is the only name.
void check_metric_names(const std::string& who, const std::vector<std::string>& names,
                        const Catalog& catalog);

} // namespace malha
