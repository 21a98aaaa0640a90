// SPDX-License-Identifier: MIT
// No job is co-allocated: each runs in one cluster, and one that no cluster can run is rejected.
#include "policies/multicluster/coallocation.hpp"

namespace malha::multicluster {
namespace {

class Never : public Coallocate {
public:
  Coallocation coallocate(const CoallocationView&) override { return {}; }
  bool allocates() const override { return false; }
};

} // namespace

MALHA_POLICY(policy<Never>("multicluster/never", "co-allocates nothing", "M-CISNE, section 4.2"))

} // namespace malha::multicluster
