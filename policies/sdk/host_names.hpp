// SPDX-License-Identifier: MIT
#pragma once
#include <string>
#include <vector>

namespace malha {

/// The names of hosts that an expression of Slurm stands for, in its order, each once: "n[1-4,7],login". A
/// number keeps the digits of the first one of its range, "n[08-10]", and there may be several ranges,
/// "rack[0-1]n[1-2]", the last of them at the end of the name (Slurm 22.05, slurm.conf, "NODE
/// CONFIGURATION"; `scontrol show hostnames`). Throws std::invalid_argument: one sentence with what is valid.
std::vector<std::string> host_names(const std::string& expression);

} // namespace malha
