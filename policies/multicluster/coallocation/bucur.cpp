// SPDX-License-Identifier: MIT
// Only jobs that communicate little are co-allocated, a rule of Bucur that M-CISNE names without a threshold.
// Little is (ours) a communication time of at most `communication` percent of T_P + T_C. Nodes are chosen as
// by multicluster/jones: the clusters that can take most are filled, one after the other. A job that fits
// into one cluster goes there, however much it communicates, since it is not co-allocated.
#include "filling.hpp"

namespace malha::multicluster {
namespace {

class Bucur : public Coallocate {
public:
  explicit Bucur(const Parameters& parameters) : communication_(parameters.real("communication")) {}

  Coallocation coallocate(const CoallocationView& view) override {
    const auto& job = view.application;
    const bool is_little = 100 * job.communication <= communication_ * (job.computation + job.communication);
    return is_little || most_in_one_cluster(view) == view.tasks ? fill_clusters(view) : Coallocation();
  }

private:
  const double communication_;
};

} // namespace

MALHA_POLICY(policy<Bucur>("multicluster/bucur", "co-allocates jobs that communicate little",
                           "a rule of Bucur that M-CISNE names",
                           {real("communication", 25, between(0, 100), "%",
                                 "greatest part of its run time for which a job that is co-allocated "
                                 "communicates")}))

} // namespace malha::multicluster
