// SPDX-License-Identifier: MIT
// Stands in for the gateway of a cluster: it asks nothing, but the question of estimates belongs to it.
#include "actors/runtime/actor.hpp"
#include "policies/multicluster/estimator.hpp"

namespace malha::multicluster {
namespace {

class Gateway : public Actor {
public:
  explicit Gateway(ActorContext& context) : policy_(context.policy<Estimator>("estimator")) {}

  void run() override {}
  bool is_active() const override { return false; }

private:
  PolicyUse<Estimator> policy_;
};

} // namespace

MALHA_ACTOR(describe<Gateway>("multicluster/gateway", "stands in for the gateway of a cluster",
                              "M-CISNE, section 2.4")
                .asks({{"estimator", Estimator::question}}))

} // namespace malha::multicluster
