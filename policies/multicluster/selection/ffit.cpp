// SPDX-License-Identifier: MIT
// First fit (M-CISNE, section 4.3.3): the first cluster that has enough nodes gets the job, whatever its
// load.
#include "policies/multicluster/selection.hpp"

namespace malha::multicluster {
namespace {

class FirstFit : public Selection {
public:
  Selected select(const SelectionView&) override { return Selected::at(0); }
};

} // namespace

MALHA_POLICY(policy<FirstFit>("multicluster/ffit", "the first cluster with enough nodes",
                              "M-CISNE, section 4.3.3"))

} // namespace malha::multicluster
