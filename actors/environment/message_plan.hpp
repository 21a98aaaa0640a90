// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/message_faults.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"
#include "policies/sdk/errors.hpp"

namespace malha::environment {

/// Plans messages that are late, lost or doubled. Throws InputError if the submissions of jobs are among the
/// messages between hosts: workload/submitter asks for no answer, and sends its jobs in their order.
inline void plan_faults(Stage& simulation, const std::vector<MessageFault>& faults) {
  for (const auto& submitter : simulation.peers("workload/submitter"))
    if (submitter.host != simulation.entry().host)
      throw InputError("workload/submitter on host '" + submitter.host->get_name() +
                       "' sends jobs to host '" + simulation.entry().host->get_name() +
                       "', and asks for no answer; valid: a deployment that has both on one host, or one "
                       "without workload/submitter");
  simulation.network().faults()->plan(faults);
}

} // namespace malha::environment
