// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/external/guarded_process.hpp"
#include "policies/cluster/queue.hpp"

#include <memory>

namespace malha::external {

/// A queue policy that asks a scheduler which speaks Batsim's protocol. `configuration` is what Batsim calls
/// `sched-config`; `patience` is the real time for an answer. Throws std::runtime_error if it cannot be
/// started, or libzmq is not there.
std::unique_ptr<cluster::Queue> batsim_queue(const Program& program, const std::string& configuration,
                                             Seconds patience);

} // namespace malha::external
