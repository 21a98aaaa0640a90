// SPDX-License-Identifier: MIT
// The allocation of least run time T_P SP + T_C SC among those that saturate no channel that the job uses,
// that is with SC of at most 1 (M-CISNE, section 4.6.2, equations 4.17 to 4.19). Solvers, obj_sc and ties are
// those of multicluster/optimal.
#include "solver.hpp"

namespace malha::multicluster {
namespace {

class NonSaturated : public LeastTime {
public:
  explicit NonSaturated(const Parameters& parameters) : LeastTime(parameters, 1) {}
};

} // namespace

MALHA_POLICY(policy<NonSaturated>("multicluster/non_saturated",
                                  "the allocation of least run time that saturates no channel",
                                  "M-CISNE, section 4.6.2 (Non-saturated)", LeastTime::parameters()))

} // namespace malha::multicluster
