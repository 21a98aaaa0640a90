// SPDX-License-Identifier: MIT
// The combined predictor (M-CISNE, section 3.6.1, without results there): waiting time and execution time
// each come from the estimator whose last predictions deviated least. docs/multicluster.md says how many
// count.
#include "policies/multicluster/estimator/prediction/combination.hpp"
#include "policies/multicluster/estimator/prediction/simulated.hpp"
#include "policies/multicluster/estimator/prediction/statistical.hpp"

namespace malha::multicluster {
namespace {

class Combined : public Combination {
public:
  explicit Combined(const Parameters& parameters)
      : Combination(parameters.real("bound"), correction_of(parameters)) {
    // The order of the thesis's deviations: where nothing is known yet, the first one is taken.
    add(std::make_unique<NearestJobs>(0));
    add(std::make_unique<Simulated>(std::make_unique<SdpnTimes>(parameters.text("share") == "demand")));
    add(std::make_unique<Simulated>(std::make_unique<HybridTimes>()));
    add(std::make_unique<Simulated>(std::make_unique<HanzichTimes>()));
    add(std::make_unique<Categories>(true, 0));
    add(std::make_unique<Categories>(false, 0));
  }
};

} // namespace

MALHA_POLICY(policy<Combined>(
    "multicluster/combined", "takes each time from the estimator that has deviated least of late",
    "M-CISNE, section 3.6.1",
    {real("bound", 0.3, at_least(0), "1",
          "deviation above which fewer predictions count: 50, 25, 12, 6, at last 5"),
     share_parameter(), correction_parameter("self")}))

} // namespace malha::multicluster
