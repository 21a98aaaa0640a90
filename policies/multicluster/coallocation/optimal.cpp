// SPDX-License-Identifier: MIT
// The allocation of least run time T_P SP + T_C SC, whatever it does to the channels (M-CISNE, section 4.6.2,
// equations 4.17 and 4.18). The solution is exact; M-CISNE left it to a general solver, which solver=branch
// stands for. SC below 1 is the use of a channel and no gain, so that it counts as 1; obj_sc=raw is the
// formula as it is printed. Ties (ours): fewest clusters, then most tasks in the lowest cluster, then in the
// next, and so on.
#include "solver.hpp"

namespace malha::multicluster {
namespace {

class Optimal : public LeastTime {
public:
  explicit Optimal(const Parameters& parameters) : LeastTime(parameters, impossible) {}
};

} // namespace

MALHA_POLICY(policy<Optimal>("multicluster/optimal",
                             "the allocation of least run time; channels may be saturated",
                             "M-CISNE, section 4.6.2 (Optimal)", LeastTime::parameters()))

} // namespace malha::multicluster
