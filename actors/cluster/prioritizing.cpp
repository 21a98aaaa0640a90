// SPDX-License-Identifier: MIT
#include "prioritizing.hpp"

#include "actors/runtime/simgrid/stage.hpp"
#include "policies/sdk/numbers.hpp"
#include "scheduler_parameters.hpp"

#include <cmath>

namespace malha::cluster {

double CheckedPriority::priority(const QueuedJob& job, const PriorityView& view) {
  const double found = ask(&Priority::priority, job, view);
  if (!std::isfinite(found))
    broke("the priority of job " + std::to_string(job.id) + " is " + shortest(found) +
          "; valid: a finite number");
  return found;
}

Seconds CheckedPriority::next_pass(Seconds now) {
  const Seconds next = ask(&Priority::next_pass, now);
  if (!(next >= now))
    broke("the next pass is at t=" + shortest(next) + " s, before the one at t=" + shortest(now) + " s");
  return next;
}

Prioritizing::Prioritizing(ActorContext& scheduler, const CheckedQueue& queue)
    : policy_(scheduler), ranks_(policy_.ranks()) {
  if (ranks_ && !queue.heeds_order_of_queue())
    throw InputError(
        "policy '" + policy_.name() + "' puts the queue in order, and policy '" + queue.name() +
        "' takes jobs in an order of its own; valid: policy.priority=cluster/no_priorities, or a "
        "policy that heeds the order of the queue, such as cluster/easy_backfill with order=submit");
  if (ranks_ && !scheduler.simulation().peers(scheduler_above).empty())
    throw InputError("policy '" + policy_.name() +
                     "' puts the queue in order, and a meta-scheduler above predicts by the order of "
                     "submission; valid: policy.priority=cluster/no_priorities");
}

} // namespace malha::cluster
