// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/actor.hpp"

namespace malha::multicluster {

/// Throws InputError unless jobs may wait in the queues of several clusters in this run. No other cluster may
/// start a job between its start and the moment at which the copies are taken back. So messages take no time,
/// the meta-scheduler never sleeps during an estimate, and no host fails. `coallocates`: jobs may run in
/// several clusters at once, for which there is no rule yet.
void check_copies(ActorContext& meta_scheduler, bool coallocates);

} // namespace malha::multicluster
