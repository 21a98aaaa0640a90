// SPDX-License-Identifier: MIT
// Stands in for the meta-scheduler: it asks nothing, but the question of co-allocation belongs to it.
#include "actors/runtime/actor.hpp"
#include "policies/multicluster/coallocation.hpp"

namespace malha::multicluster {
namespace {

class Coallocator : public Actor {
public:
  explicit Coallocator(ActorContext& context) : policy_(context.policy<Coallocate>("coallocation")) {}

  void run() override {}
  bool is_active() const override { return false; }

private:
  PolicyUse<Coallocate> policy_;
};

} // namespace

MALHA_ACTOR(describe<Coallocator>("multicluster/coallocator", "stands in for the meta-scheduler",
                                  "M-CISNE, section 4.6")
                .asks({{"coallocation", Coallocate::question}}))

} // namespace malha::multicluster
