// SPDX-License-Identifier: MIT
// A job is co-allocated only where one cluster can take at least `share` percent of its tasks (M-CISNE,
// sections 1.3 and 4.7, of Jones et al.: 85 %). The clusters that can take most are filled, one after the
// other: the first takes all it can, the next ones the rest. Channels are not looked at. Ties (ours): the
// lowest cluster; each cluster gives its nodes of most power, of equals the lowest numbers.
#include "filling.hpp"

namespace malha::multicluster {
namespace {

class Jones : public Coallocate {
public:
  explicit Jones(const Parameters& parameters) : share_(parameters.real("share")) {}

  Coallocation coallocate(const CoallocationView& view) override {
    return 100.0 * most_in_one_cluster(view) >= share_ * view.tasks ? fill_clusters(view) : Coallocation();
  }

private:
  const double share_;
};

} // namespace

MALHA_POLICY(policy<Jones>("multicluster/jones", "co-allocates jobs of which one cluster can take almost all",
                           "M-CISNE, sections 1.3 and 4.7",
                           {real("share", 85, between(0, 100), "%",
                                 "tasks that one cluster must be able to take")}))

} // namespace malha::multicluster
