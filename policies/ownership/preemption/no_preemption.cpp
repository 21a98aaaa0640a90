// SPDX-License-Identifier: MIT
// No task stops: machines change hands only when tasks end (Fair-Share, OSEP, section 2.4.6).
#include "policies/ownership/preemption.hpp"

namespace malha::ownership {
namespace {

class NoPreemption : public Preempt {
public:
  PreemptionDecision preempt(const PoolView&) override { return {}; }
};

} // namespace

MALHA_POLICY(policy<NoPreemption>("ownership/no_preemption", "stops nothing: tasks run to their end",
                                  "OSEP, section 2.4.6"))

} // namespace malha::ownership
