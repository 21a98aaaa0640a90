// SPDX-License-Identifier: MIT
// All machines stay on.
#include "policies/cluster/sleep.hpp"

namespace malha::cluster {
namespace {

class AlwaysOn : public Sleep {
public:
  SleepDecision decide(const SleepView&) override { return {}; }
  bool sleeps() const override { return false; }
  bool boots_ahead() const override { return false; }
};

} // namespace

MALHA_POLICY(policy<AlwaysOn>("cluster/always_on", "all machines stay on", "textbook"))

} // namespace malha::cluster
