// SPDX-License-Identifier: MIT
// The queue policy sees each job from its submission on.
#include "policies/cluster/release.hpp"

namespace malha::cluster {
namespace {

class AtOnce : public JobRelease {
public:
  Seconds release(const QueuedJob&, const ReleaseView& view) override { return view.now; }
  bool holds_back() const override { return false; }
};

} // namespace

MALHA_POLICY(policy<AtOnce>("cluster/at_once", "jobs may start from their submission on", "textbook"))

} // namespace malha::cluster
