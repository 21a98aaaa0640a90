// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/planned_crashes.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/sleepers.hpp"
#include "failing_hosts.hpp"
#include "reclaim_plan.hpp"

#include <queue>

namespace malha::environment {
namespace {

namespace s4u = simgrid::s4u;

/// Owners take their hosts back for a while: what runs there is lost, as in a crash. All is drawn from
/// streams of the hosts, so that it depends on the platform and the seed alone.
class Reclaim : public Actor {
public:
  explicit Reclaim(ActorContext& context);

  bool is_active() const override { return !owners_.empty(); }

  void run() override {
    while (true) {
      const auto [date, number] = next_.top();
      next_.pop();
      sleepers_.sleep_until(*this, date);
      switch_host(owners_[number], date);
      next_.emplace(owners_[number].date(), number);
    }
  }

private:
  struct Owner {
    s4u::Host* host;
    ReclaimPlan plan;
    bool is_there = false;

    Seconds date() const { return is_there ? plan.end() : plan.begin(); }
  };
  using Date = std::pair<Seconds, std::size_t>; ///< of an owner

  void switch_host(Owner& owner, Seconds date) {
    owner.is_there = !owner.is_there;
    if (owner.is_there) {
      owner.host->turn_off();
      return;
    }
    owner.plan.advance();
    planned_.plan_next(*owner.host, owner.plan.begin());
    planned_.plan_recovery(*owner.host, date);
    owner.host->turn_on();
  }

  PlannedCrashes& planned_;
  Sleepers& sleepers_;
  std::vector<Owner> owners_;
  std::priority_queue<Date, std::vector<Date>, std::greater<>> next_;
};

Reclaim::Reclaim(ActorContext& context)
    : planned_(PlannedCrashes::of(context.simulation())), sleepers_(Sleepers::of(context.simulation())) {
  auto& simulation = context.simulation();
  const double share = context.parameters().real("share") / 100;
  if (share <= 0)
    return;
  const auto hosts = hosts_that_fail(context, "reclaim", "reclaim.share=0", true);
  for (const auto* host : hosts)
    if (simulation.states().has(host->get_name()))
      throw InputError("reclaim.hosts is '" + context.parameters().text("hosts") + "', and host '" +
                       host->get_name() +
                       "' has a state profile, too; valid: another reclaim.hosts, or a platform without it");
  auto& random = simulation.random();
  for (const auto number : reclaimed_hosts(hosts.size(), share, random.stream("reclaim"))) {
    auto* host = hosts[number];
    owners_.push_back({host,
                       {context.parameters().real("idle"), context.parameters().real("busy"),
                        random.stream("reclaim." + host->get_name())}});
    next_.emplace(owners_.back().date(), owners_.size() - 1);
    planned_.plan(*host, owners_.back().date(), PlannedCrashes::End::recovers);
  }
  if (!owners_.empty())
    sleepers_.sleeps_until(*this, next_.top().first);
}

} // namespace

MALHA_ACTOR(
    describe<Reclaim>("environment/reclaim",
                      "owners take hosts back for a while, again and again: what runs there is lost",
                      "docs/grids.md, Reclaims")
        .takes({real("share", 100, between(0, 100), "%",
                     "share of the hosts with such an owner, in whole hosts"),
                real("idle", {}, above(0), "s", "mean of the times during which a host is left to the grid"),
                real("busy", {}, above(0), "s", "mean of the times during which the owner has it"),
                text("hosts", "@role=worker",
                     "hosts that may be taken back: a host name, a glob or a selector; those of @role=master "
                     "never are")})
        .is_daemon()
        .keeps_host()
        .is_environment({{Condition::host_fails, "share"}, {Condition::host_recovers, "share"}}))

} // namespace malha::environment
