// SPDX-License-Identifier: MIT
// Weighted turnaround time (M-CISNE, Algorithm 4.3, equations 4.1 and 4.2: PTT): the turnaround time that a
// cluster predicts, weighed against how many of the job's nodes have a local user there. Ties: the lower
// turnaround time, then the first cluster.
// Equation 4.1 is broken in the source. The factor TR before the bracket is taken as read (form=product).
// With form=sum it is left out.
#include "policies/multicluster/selection.hpp"

#include <algorithm>
#include <tuple>

namespace malha::multicluster {
namespace {

class WeightedTurnaround : public Selection {
public:
  explicit WeightedTurnaround(const Parameters& parameters)
      : weight_(parameters.real("w")), is_product_(parameters.text("form") == "product") {}

  Selected select(const SelectionView& view) override {
    if (view.candidates.front().estimate == nullptr)
      return Selected::wants_estimates();
    Seconds longest = 0;
    int most_local = 1; // nothing is divided by 0
    for (const auto& [cluster, estimate] : view.candidates)
      if (estimate->turnaround_time() < never) {
        longest = std::max(longest, estimate->turnaround_time());
        most_local = std::max(most_local, estimate->local_nodes);
      }
    Selected best;
    std::pair<double, Seconds> least(never, never);
    for (std::size_t place = 0; place < view.candidates.size(); ++place) {
      const Estimate& one = *view.candidates[place].estimate;
      if (const std::pair value(weighed(one, longest, most_local), one.turnaround_time());
          one.turnaround_time() < never && value < least) {
        least = value;
        best = Selected::at(place);
      }
    }
    return best;
  }

private:
  double weighed(const Estimate& one, Seconds longest, int most_local) const {
    const double turnaround = longest > 0 ? one.turnaround_time() / longest : 0;
    const double sum =
        weight_ * turnaround + (1 - weight_) * static_cast<double>(one.local_nodes) / most_local;
    return is_product_ ? one.turnaround_time() * sum : sum;
  }

  const double weight_;
  const bool is_product_;
};

} // namespace

MALHA_POLICY(policy<WeightedTurnaround>(
    "multicluster/ptt", "the least predicted turnaround time, weighed against nodes with local users",
    "M-CISNE, Algorithm 4.3, equation 4.1",
    {real("w", 0.5, between(0, 1), "1", "1: only the turnaround time counts; 0: most of all the local users"),
     choice("form", "product", {"product", "sum"}, "with the turnaround time as a factor, or without")}))

} // namespace malha::multicluster
