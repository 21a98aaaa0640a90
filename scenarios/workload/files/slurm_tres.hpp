// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/tres.hpp"

namespace malha {

/// Amounts of trackable resources as Slurm 22.05 writes them: "cpu=10,gres/gpu=2,mem=4G". mem and bb/… become
/// MB, which they are without a suffix; K, M, … behind another amount multiply it by 1024 and so on. A
/// resource that has -1 is left out: there is no limit. Any name is taken, and is in lower case then. Throws
/// std::invalid_argument: one sentence with what is valid.
cluster::TresAmounts tres_amounts(const std::string& text);

/// The same for limits, which may be of cpu, mem, node, billing, gres/…, license/… and bb/….
cluster::TresAmounts tres_limits(const std::string& text);

} // namespace malha
