// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/planned_crashes.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/sleepers.hpp"
#include "crash_plan.hpp"
#include "failing_hosts.hpp"

namespace malha::environment {
namespace {

namespace s4u = simgrid::s4u;

/// Turns hosts off at their dates, for good. All draws are made before the run, among hosts that no
/// deployment chooses, so that they depend on the platform and the seed alone.
class Crashes : public Actor {
public:
  explicit Crashes(ActorContext& context)
      : planned_(PlannedCrashes::of(context.simulation())), sleepers_(Sleepers::of(context.simulation())) {
    auto& simulation = context.simulation();
    const double share = context.parameters().real("share") / 100;
    if (share <= 0)
      return;
    hosts_ = hosts_that_fail(context, "crashes", "crashes.share=0", false);
    crashes_ = planned_crashes(hosts_.size(), share, context.parameters().real("horizon"),
                               simulation.random().stream("crashes"));
    for (const auto& crash : crashes_)
      planned_.plan(*hosts_[crash.host], crash.date);
    if (!crashes_.empty())
      sleepers_.sleeps_until(*this, crashes_.front().date);
  }

  bool is_active() const override { return !crashes_.empty(); }

  void run() override {
    for (const auto& crash : crashes_) {
      sleepers_.sleep_until(*this, crash.date);
      hosts_[crash.host]->turn_off();
    }
    sleepers_.ends(*this);
  }

private:
  PlannedCrashes& planned_;
  Sleepers& sleepers_;
  std::vector<s4u::Host*> hosts_;
  std::vector<PlannedCrash> crashes_;
};

} // namespace

MALHA_ACTOR(
    describe<Crashes>("environment/crashes",
                      "turns a share of the hosts off, for good, at dates that the seed draws",
                      "docs/grids.md, Crashes")
        .takes(
            {real("share", {}, between(0, 100), "%", "share of the hosts that crash, rounded to whole hosts"),
             real("horizon", 6000, above(0), "s", "dates are drawn uniformly from 0 to this"),
             text("hosts", "@role=worker",
                  "hosts that may crash: a host name, a glob or a selector; those of @role=master never do")})
        .is_daemon()
        .keeps_host()
        .is_environment({{Condition::host_fails, "share"}}))

} // namespace malha::environment
