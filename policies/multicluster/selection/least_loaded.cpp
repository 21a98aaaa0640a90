// SPDX-License-Identifier: MIT
// The cluster with the least load gets the job: nodes that run a job or are asked for, for each node that it
// has. Ties: the first cluster.
#include "policies/multicluster/selection.hpp"

#include <algorithm>

namespace malha::multicluster {
namespace {

class LeastLoaded : public Selection {
public:
  Selected select(const SelectionView& view) override {
    if (!view.knows_states)
      return Selected::wants_states();
    const auto load = [&](const Candidate& one) {
      return view.clusters[static_cast<std::size_t>(one.cluster)].load();
    };
    const auto& candidates = view.candidates;
    const auto least =
        std::min_element(candidates.begin(), candidates.end(),
                         [&](const Candidate& a, const Candidate& b) { return load(a) < load(b); });
    return Selected::at(static_cast<std::size_t>(least - candidates.begin()));
  }
};

} // namespace

MALHA_POLICY(policy<LeastLoaded>("multicluster/least_loaded",
                                 "the cluster with the fewest nodes busy or asked for, for its size",
                                 "textbook"))

} // namespace malha::multicluster
