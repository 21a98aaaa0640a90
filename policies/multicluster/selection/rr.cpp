// SPDX-License-Identifier: MIT
// Round robin (M-CISNE, section 4.3.3): the next cluster in turn that has enough nodes gets the job.
#include "policies/multicluster/selection.hpp"

#include <algorithm>

namespace malha::multicluster {
namespace {

class RoundRobin : public Selection {
public:
  Selected select(const SelectionView& view) override {
    const auto& candidates = view.candidates;
    auto chosen = std::find_if(candidates.begin(), candidates.end(),
                               [this](const Candidate& one) { return one.cluster >= next_; });
    if (chosen == candidates.end())
      chosen = candidates.begin();
    next_ = chosen->cluster + 1;
    return Selected::at(static_cast<std::size_t>(chosen - candidates.begin()));
  }

private:
  int next_ = 0; ///< whose turn it is
};

} // namespace

MALHA_POLICY(policy<RoundRobin>("multicluster/rr", "the clusters with enough nodes, in turn",
                                "M-CISNE, section 4.3.3"))

} // namespace malha::multicluster
