// SPDX-License-Identifier: MIT
// Hanzich's estimator (M-CISNE, section 3.4.2): a simulation in which a job takes its dedicated time as often
// as there are parallel tasks on the fullest of its nodes.
#include "policies/multicluster/estimator/prediction/correction.hpp"
#include "policies/multicluster/estimator/prediction/simulated.hpp"

namespace malha::multicluster {
namespace {

class Hanzich : public Corrected {
public:
  explicit Hanzich(const Parameters& parameters)
      : Corrected(correction_of(parameters), std::make_unique<Simulated>(std::make_unique<HanzichTimes>())) {}
};

} // namespace

MALHA_POLICY(policy<Hanzich>("multicluster/hanzich",
                             "simulates the cluster; times grow with the tasks on the fullest node",
                             "M-CISNE, section 3.4.2", {correction_parameter()}))

} // namespace malha::multicluster
