// SPDX-License-Identifier: MIT
// Li's categories (M-CISNE, section 3.2.1): as Smith's, and of the same queue, which tells environments
// apart.
#include "policies/multicluster/estimator/prediction/correction.hpp"
#include "policies/multicluster/estimator/prediction/statistical.hpp"

namespace malha::multicluster {
namespace {

class Li : public Corrected {
public:
  explicit Li(const Parameters& parameters)
      : Corrected(correction_of(parameters),
                  std::make_unique<Categories>(true, parameters.integer("experiences"))) {}
};

} // namespace

MALHA_POLICY(policy<Li>("multicluster/li", "the mean over past jobs of the user, queue, application and size",
                        "M-CISNE, section 3.2.1", {experiences_parameter(), correction_parameter()}))

} // namespace malha::multicluster
