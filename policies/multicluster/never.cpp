// SPDX-License-Identifier: MIT
// No job is co-allocated: each waits until a cluster can take it whole.
#include "coallocation.hpp"

namespace malha::multicluster {
namespace {

class Never : public Coallocate {
public:
  Coallocation coallocate(const CoallocationView&) override { return {}; }
};

} // namespace

MALHA_POLICY(policy<Never>("multicluster/never", "co-allocates nothing", "M-CISNE, section 4.2"))

} // namespace malha::multicluster
