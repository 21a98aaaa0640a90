// SPDX-License-Identifier: MIT
// The first allocation that saturates no channel that the job uses, without looking for a better one
// (M-CISNE, section 4.6.2, equations 4.18 and 4.19). Which one is first is not said there. Here (ours) those
// with most tasks in the lowest cluster come first, then those with most in the next, and so on; each cluster
// gives its nodes of the lowest numbers.
#include "solver.hpp"

namespace malha::multicluster {
namespace {

class NonOptimal : public Coallocate {
public:
  explicit NonOptimal(const Parameters& parameters) : solver_(parameters) { goal_.most_slowdown = 1; }

  Coallocation coallocate(const CoallocationView& view) override { return solver_.first(view, goal_); }

private:
  const CoallocationSolver solver_;
  CoallocationGoal goal_;
};

} // namespace

MALHA_POLICY(
    policy<NonOptimal>("multicluster/non_optimal",
                       "the first allocation that saturates no channel, without any search for a better",
                       "M-CISNE, section 4.6.2 (Non-Optimal)", CoallocationSolver::parameters()))

} // namespace malha::multicluster
