// SPDX-License-Identifier: MIT
#include "limiting.hpp"

#include "actors/runtime/simgrid/stage.hpp"
#include "policies/sdk/numbers.hpp"
#include "scheduler_parameters.hpp"

namespace malha::cluster {

Seconds CheckedLimit::next_change(Seconds now) {
  const Seconds next = ask(&Limit::next_change, now);
  if (!(next > now))
    broke("its answers change at t=" + shortest(next) + " s, which is not after t=" + shortest(now) + " s");
  return next;
}

Limiting::Limiting(ActorContext& scheduler) : policy_(scheduler), limits_(policy_.limits()) {
  if (limits_ && !scheduler.simulation().peers(scheduler_above).empty())
    throw InputError("policy '" + policy_.name() +
                     "' holds jobs back, and a meta-scheduler above predicts starts without limits; valid: "
                     "policy.limits=cluster/no_limits");
}

} // namespace malha::cluster
