// SPDX-License-Identifier: MIT
// Smith's categories (M-CISNE, section 3.2.1): the mean over past jobs of the same user, application and
// size. Where there is none, any user counts, then any size, then the dedicated time without a wait.
#include "policies/multicluster/estimator/prediction/correction.hpp"
#include "policies/multicluster/estimator/prediction/statistical.hpp"

namespace malha::multicluster {
namespace {

class Smith : public Corrected {
public:
  explicit Smith(const Parameters& parameters)
      : Corrected(correction_of(parameters),
                  std::make_unique<Categories>(false, parameters.integer("experiences"))) {}
};

} // namespace

MALHA_POLICY(policy<Smith>("multicluster/smith", "the mean over past jobs of the user, application and size",
                           "M-CISNE, section 3.2.1", {experiences_parameter(), correction_parameter()}))

} // namespace malha::multicluster
