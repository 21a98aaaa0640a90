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
    int left = view.idle.size() + view.booting.size() - spares_; // that may go
    if (left < 0 && restores_)
      decision.boot = view.asleep.lowest(std::min(-left, view.asleep.size()));
    // A machine whose time is over goes, wherever it stands: each that goes leaves one less that may.
    const std::vector<int> idle(view.idle.begin(), view.idle.end());
    Seconds next = never;
    for (auto machine = idle.rbegin(); machine != idle.rend() && left > 0; ++machine)
      if (const Seconds date = timeout_.date_of(*machine, view); date <= view.now) {
        decision.switch_off.insert(IndexSet(*machine, 1));
        --left;
      } else {
        next = std::min(next, date);
      }
    if (left > 0) // otherwise there is nothing to wait for
      decision.wake = next;
    return decision;
  }
  bool sleeps() const override { return timeout_.ends(); }
  bool boots_ahead() const override { return restores_; }

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
