// SPDX-License-Identifier: MIT
#include "prioritizing.hpp"

#include "actors/runtime/plan/site_shares.hpp"
#include "actors/runtime/simgrid/stage.hpp"
#include "policies/sdk/numbers.hpp"
#include "scheduler_parameters.hpp"

#include <cmath>

namespace malha::cluster {

std::vector<ParameterSpec> with_priorities(std::vector<ParameterSpec> parameters) {
  parameters.push_back(
      file("accounts", "",
           "accounts, users and their shares, as `sacctmgr dump` of Slurm writes them; empty: "
           "those of the jobs, with equal shares"));
  parameters.push_back(file(
      "usage", "", "what users have used before, in node-seconds: a CSV file with account, user, usage"));
  return parameters;
}

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
  const auto &accounts = scheduler.parameters().text("accounts"),
             &usage = scheduler.parameters().text("usage");
  if (ranks_ && !queue.heeds_order_of_queue())
    throw InputError(
        "policy '" + policy_.name() + "' puts the queue in order, and policy '" + queue.name() +
        "' takes jobs in an order of its own; valid: policy.priority=cluster/no_priorities, or a "
        "policy that heeds the order of the queue, such as cluster/easy_backfill with order=submit");
  if (ranks_ && !scheduler.simulation().peers(scheduler_above).empty())
    throw InputError("policy '" + policy_.name() +
                     "' puts the queue in order, and a meta-scheduler above predicts by the order of "
                     "submission; valid: policy.priority=cluster/no_priorities");
  if (!ranks_ && !(accounts + usage).empty())
    throw InputError("setting " + std::string(accounts.empty() ? "usage" : "accounts") +
                     " has no effect, since all jobs have the same priority; valid: with a policy such as "
                     "policy.priority=cluster/multifactor");
  if (accounts.empty() && !usage.empty())
    throw InputError("setting usage names a file, and setting accounts none; valid: both, or none of them");
  if (accounts.empty())
    return;
  auto& stage = scheduler.simulation();
  auto read = read_shares(stage.file(accounts), usage.empty() ? "" : stage.file(usage));
  if (!read.keys_without_effect.empty())
    stage.add_note("accounts: keys without effect here: " + listed(read.keys_without_effect));
  shares_.emplace(std::move(read.shares));
}

} // namespace malha::cluster
