// SPDX-License-Identifier: MIT
#pragma once
#include "grid_run.hpp"

namespace malha::overhead {

/// What broker/workqueue and pull/ticket_classes make of the first bag of the plan under network transport,
/// written in S4U for nothing else: mailboxes with permanent receivers, detached puts of as many bytes, and
/// the containers that it takes. Platform, works and SimGrid options are those of the plan; nothing is
/// recorded.
GridRun push_by_hand(const SimulationPlan& plan);
GridRun pull_by_hand(const SimulationPlan& plan);

} // namespace malha::overhead
