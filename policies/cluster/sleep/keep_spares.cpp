// SPDX-License-Identifier: MIT
// Machines that have been idle for a time are switched off, but some idle ones stay on for jobs to come. The
// highest numbers go first. With restore=on, machines boot when fewer than those are idle or boot, the lowest
// numbers first.
#include "policies/cluster/sleep.hpp"
#include "policies/cluster/sleep/timeout.hpp"

namespace malha::cluster {
namespace {

class KeepSpares : public Sleep {
public:
  explicit KeepSpares(const Parameters& parameters)
      : timeout_(parameters), spares_(static_cast<int>(parameters.integer("spares"))),
        restores_(parameters.text("restore") == "on") {}

  SleepDecision decide(const SleepView& view) override {
    SleepDecision decision;
    const std::vector<int> idle(view.idle.begin(), view.idle.end());
    // Machines that can go early go early, wherever they stand: each that goes leaves one spare less.
    int left = static_cast<int>(idle.size()) + view.booting.size();
    for (auto machine = idle.rbegin(); machine != idle.rend() && left > spares_; ++machine)
      if (timeout_.date_of(*machine, view) < never) {
        const int before = decision.switch_off.size();
        timeout_.add(*machine, view, decision);
        left -= decision.switch_off.size() - before;
      }
    const int lacking = spares_ - view.idle.size() - view.booting.size();
    if (restores_ && lacking > 0)
      decision.boot = view.asleep.lowest(std::min(lacking, view.asleep.size()));
    return decision;
  }
  bool sleeps() const override { return timeout_.ends(); }

private:
  const Timeout timeout_;
  const int spares_;
  const bool restores_;
};

} // namespace

MALHA_POLICY(policy<KeepSpares>(
    "cluster/keep_spares", "idle machines are switched off, but for some that stay on", "textbook",
    {Timeout::parameter(), integer("spares", 1, between(0, 1'000'000), "count", "idle machines that stay on"),
     choice("restore", "off", {"off", "on"},
            "machines boot when fewer than `spares` are idle or boot, and others sleep")}))

} // namespace malha::cluster
