// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/queue.hpp"

namespace malha::test {

/// A fragment that names its machine, and one that is alone of its job on its machine.
inline cluster::QueuedFragment on(int machine, int cpus) { return {cpus, machine, false}; }
inline cluster::QueuedFragment alone(int cpus) { return {cpus, cluster::QueuedFragment::free, true}; }

} // namespace malha::test
