// SPDX-License-Identifier: MIT
// The allocation of least run time T_P SP + T_C SC among those that saturate no channel that the job uses,
// that is with SC of at most 1 (M-CISNE, section 4.6.2, equations 4.17 to 4.19). Solvers, obj_sc and ties are
// those of multicluster/optimal.
#include "coallocation_solver.hpp"

namespace malha::multicluster {
namespace {

class NonSaturated : public Coallocate {
public:
  explicit NonSaturated(const Parameters& parameters) : solver_(parameters) {
    goal_.clamps = parameters.text("obj_sc") == "clamp";
    goal_.most_slowdown = 1;
  }

  Coallocation coallocate(const CoallocationView& view) override { return solver_.least_time(view, goal_); }

private:
  const CoallocationSolver solver_;
  CoallocationGoal goal_;
};

} // namespace

MALHA_POLICY(policy<NonSaturated>("multicluster/non_saturated",
                                  "the allocation of least run time that saturates no channel",
                                  "M-CISNE, section 4.6.2 (Non-saturated)",
                                  with_objective(CoallocationSolver::parameters())))

} // namespace malha::multicluster
