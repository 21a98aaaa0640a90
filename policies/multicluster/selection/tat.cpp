// SPDX-License-Identifier: MIT
// Least turnaround time (M-CISNE, Algorithm 4.2: TAT): each cluster predicts the waiting time and the
// execution time of the job, and the job goes where their sum is least. Ties: the first cluster.
#include "policies/multicluster/selection.hpp"

namespace malha::multicluster {
namespace {

class LeastTurnaround : public Selection {
public:
  Selected select(const SelectionView& view) override {
    if (view.candidates.front().estimate == nullptr)
      return Selected::wants_estimates();
    Selected best;
    Seconds least = never;
    for (std::size_t place = 0; place < view.candidates.size(); ++place)
      if (const Seconds turnaround = view.candidates[place].estimate->turnaround_time(); turnaround < least) {
        least = turnaround;
        best = Selected::at(place);
      }
    return best;
  }
};

} // namespace

MALHA_POLICY(policy<LeastTurnaround>("multicluster/tat",
                                     "the cluster that predicts the least waiting time and execution time",
                                     "M-CISNE, Algorithm 4.2"))

} // namespace malha::multicluster
