// SPDX-License-Identifier: MIT
// SDPN (M-CISNE, sections 3.3.1 and 3.3.2.1): a simulation in which computation takes as long as the least
// power that is left on a node says, and communication as long as the fullest link.
#include "policies/multicluster/estimator/prediction/correction.hpp"
#include "policies/multicluster/estimator/prediction/simulated.hpp"

namespace malha::multicluster {
namespace {

class Sdpn : public Corrected {
public:
  explicit Sdpn(const Parameters& parameters)
      : Corrected(correction_of(parameters), std::make_unique<Simulated>(std::make_unique<SdpnTimes>(
                                                 parameters.text("share") == "demand"))) {}
};

} // namespace

MALHA_POLICY(policy<Sdpn>("multicluster/sdpn",
                          "simulates the cluster; times grow as CPUs and links have less left for each task",
                          "M-CISNE, sections 3.3.1 and 3.3.2.1", {share_parameter(), correction_parameter()}))

} // namespace malha::multicluster
