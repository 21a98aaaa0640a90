// SPDX-License-Identifier: MIT
// A machine that has been idle for a time is switched off, as by SuspendTime in Slurm. With the break-even
// time of the machine, a gap between two jobs costs at most twice the energy of the best decision for that
// gap, where switching takes no time (ski rental).
#include "policies/cluster/sleep.hpp"
#include "policies/cluster/sleep/timeout.hpp"

namespace malha::cluster {
namespace {

class IdleTimeout : public Sleep {
public:
  explicit IdleTimeout(const Parameters& parameters) : timeout_(parameters) {}

  SleepDecision decide(const SleepView& view) override {
    SleepDecision decision;
    for (const int machine : view.idle)
      timeout_.add(machine, view, decision);
    return decision;
  }
  bool sleeps() const override { return timeout_.ends(); }
  bool boots_ahead() const override { return false; }

private:
  const Timeout timeout_;
};

} // namespace

MALHA_POLICY(policy<IdleTimeout>("cluster/idle_timeout",
                                 "a machine that has been idle for a time is switched off", "textbook",
                                 {Timeout::parameter()}))

} // namespace malha::cluster
