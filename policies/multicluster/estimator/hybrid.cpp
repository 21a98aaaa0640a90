// SPDX-License-Identifier: MIT
// Hybrid (M-CISNE, section 3.3.2.2): a simulation in which a job takes as long as the past jobs that are
// nearest in user, queue, application, size and mean number of tasks on their nodes.
#include "policies/multicluster/estimator/prediction/correction.hpp"
#include "policies/multicluster/estimator/prediction/simulated.hpp"

namespace malha::multicluster {
namespace {

class Hybrid : public Corrected {
public:
  explicit Hybrid(const Parameters& parameters)
      : Corrected(correction_of(parameters), std::make_unique<Simulated>(std::make_unique<HybridTimes>())) {}
};

} // namespace

MALHA_POLICY(policy<Hybrid>("multicluster/hybrid", "simulates the cluster; times are those of past jobs",
                            "M-CISNE, section 3.3.2.2", {correction_parameter()}))

} // namespace malha::multicluster
