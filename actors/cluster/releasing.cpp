// SPDX-License-Identifier: MIT
#include "releasing.hpp"

#include "actors/runtime/records/energy_rates.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"
#include "policies/sdk/numbers.hpp"
#include "scheduler_parameters.hpp"
#include "site.hpp"

#include <algorithm>

namespace malha::cluster {
namespace {

bool are_same(const StepSeries* a, const StepSeries* b) {
  if (a == b)
    return true;
  const auto is_same_step = [](const auto& one, const auto& other) {
    return one.date == other.date && one.value == other.value;
  };
  return a != nullptr && b != nullptr && a->period() == b->period() &&
         std::equal(a->steps().begin(), a->steps().end(), b->steps().begin(), b->steps().end(), is_same_step);
}

/// The series that all hosts have; null: there is none. `rate_of(host)` is that of a host, or null. Throws
/// InputError if `who`, which needs one, cannot have it; "": nobody needs it.
template <class RateOf>
const StepSeries* series_of_all(const std::vector<simgrid::s4u::Host*>& hosts, const std::string& who,
                                const std::string& name, RateOf rate_of) {
  const StepSeries* const all = rate_of(*hosts.front());
  const simgrid::s4u::Host* before = hosts.front();
  for (const auto* host : hosts) { // a host may have several nodes, one behind the other
    if (host != before && !are_same(rate_of(*host), all)) {
      if (who.empty())
        return nullptr;
      throw InputError(who + " goes by one series of " + name + ", and that of host '" + host->get_name() +
                       "' is not that of host '" + hosts.front()->get_name() +
                       "'; valid: the same for all hosts of a scheduler");
    }
    before = host;
  }
  if (all == nullptr && !who.empty())
    throw InputError(who + " goes by a series of " + name + ", and the run has none; valid: with setting " +
                     name + "_file, or " + name);
  return all;
}

} // namespace

Seconds CheckedRelease::release(const QueuedJob& job, const ReleaseView& view) {
  const Seconds found = ask(&JobRelease::release, job, view);
  if (!(found >= view.now && found < never))
    broke("job " + std::to_string(job.id) + " is released at t=" + shortest(found) +
          " s; valid: a finite date from t=" + shortest(view.now) + " s on");
  return found;
}

Releasing::Releasing(ActorContext& scheduler)
    : scheduler_(scheduler), policy_(scheduler), holds_back_(policy_.holds_back()) {
  if (holds_back_ && !scheduler.simulation().peers(scheduler_above).empty())
    throw InputError("policy '" + policy_.name() +
                     "' holds jobs back, and a meta-scheduler above predicts starts without that; valid: "
                     "policy.release=cluster/at_once");
}

Releases Releasing::of(const std::vector<simgrid::s4u::Host*>& hosts) {
  const std::string who = "policy.release=" + scheduler_.policy_text(release_slot);
  const auto site = site_name(scheduler_.parameters());
  auto& rates =
      scheduler_.simulation().shared<EnergyRates>("energy_rates/" + scheduler_.self().mailbox, scheduler_);
  const auto* carbon = series_of_all(hosts, policy_.needs_carbon() ? who : "", "carbon",
                                     [&](const auto& host) { return rates.carbon_of(host, site); });
  const auto* price = series_of_all(hosts, policy_.needs_price() ? who : "", "price",
                                    [&](const auto& host) { return rates.price_of(host, site); });
  return {policy_, carbon, price};
}

} // namespace malha::cluster
