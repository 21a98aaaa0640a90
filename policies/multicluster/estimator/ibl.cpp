// SPDX-License-Identifier: MIT
// Instance-based learning (M-CISNE, section 3.2.2 and appendix C): the mean over the past jobs that are
// nearest in user, queue, application, size, jobs ahead and jiffies ahead.
#include "policies/multicluster/estimator/prediction/correction.hpp"
#include "policies/multicluster/estimator/prediction/statistical.hpp"

namespace malha::multicluster {
namespace {

class Ibl : public Corrected {
public:
  explicit Ibl(const Parameters& parameters)
      : Corrected(correction_of(parameters), std::make_unique<NearestJobs>(parameters.real("radius"))) {}
};

} // namespace

MALHA_POLICY(
    policy<Ibl>("multicluster/ibl", "the mean over the past jobs that are nearest, the queue included",
                "M-CISNE, section 3.2.2 and appendix C",
                {real("radius", 0, at_least(0), "1", "how much farther than the nearest job others may be"),
                 correction_parameter()}))

} // namespace malha::multicluster
