// SPDX-License-Identifier: MIT
// Weighted turnaround time (M-CISNE, Algorithm 4.3, equations 4.1 and 4.2: PTT): the turnaround time that a
// cluster predicts, weighed against how many of the job's nodes have a local user there. Ties: the lower
// turnaround time, then the first cluster.
// Equation 4.1 is broken in the source. The factor TR before the bracket is taken as read (form=product).
// With form=sum it is left out.
// Section 4.3.2 lets each cluster have a weight of its own, and names none. adapt=local_users is ours: of a
// cluster in which the share u of the nodes has a local user the weight is 1 - (1 - w) u. So users count
// where they are, and w is the weight of a cluster in which they are at every node.
#include "policies/multicluster/selection.hpp"

#include <algorithm>
#include <tuple>

namespace malha::multicluster {
namespace {

class WeightedTurnaround : public Selection {
public:
  explicit WeightedTurnaround(const Parameters& parameters)
      : weight_(parameters.real("w")), is_product_(parameters.text("form") == "product"),
        adapts_(parameters.text("adapt") == "local_users") {}

  Selected select(const SelectionView& view) override {
    if (adapts_ && !view.knows_states)
      return Selected::wants_states();
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
      const auto& [number, estimate] = view.candidates[place];
      const Estimate& one = *estimate;
      const double weight = weight_of(view.clusters[static_cast<std::size_t>(number)]);
      if (const std::pair value(weighed(one, weight, longest, most_local), one.turnaround_time());
          one.turnaround_time() < never && value < least) {
        least = value;
        best = Selected::at(place);
      }
    }
    return best;
  }

private:
  double weight_of(const Cluster& cluster) const {
    return adapts_ ? 1 - (1 - weight_) * cluster.local_users / std::max(1, cluster.nodes) : weight_;
  }

  double weighed(const Estimate& one, double weight, Seconds longest, int most_local) const {
    const double turnaround = longest > 0 ? one.turnaround_time() / longest : 0;
    const double sum = weight * turnaround + (1 - weight) * static_cast<double>(one.local_nodes) / most_local;
    return is_product_ ? one.turnaround_time() * sum : sum;
  }

  const double weight_;
  const bool is_product_, adapts_;
};

} // namespace

MALHA_POLICY(policy<WeightedTurnaround>(
    "multicluster/ptt", "the least predicted turnaround time, weighed against nodes with local users",
    "M-CISNE, Algorithm 4.3, equation 4.1",
    {real("w", 0.5, between(0, 1), "1", "1: only the turnaround time counts; 0: most of all the local users"),
     choice("form", "product", {"product", "sum"}, "with the turnaround time as a factor, or without"),
     choice("adapt", "off", {"off", "local_users"},
            "local_users: clusters with few local users get a weight nearer to 1 (ours)")}))

} // namespace malha::multicluster
