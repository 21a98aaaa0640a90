// SPDX-License-Identifier: MIT
// Jobs leave no checkpoints: one that loses a node starts again.
#include "policies/cluster/checkpoint.hpp"

namespace malha::cluster {
namespace {

class NoCheckpoints : public Checkpoint {
public:
  Seconds interval(const CheckpointView&) override { return never; }
  bool leaves_any() const override { return false; }
};

} // namespace

MALHA_POLICY(policy<NoCheckpoints>("cluster/no_checkpoints", "jobs leave no checkpoints", "textbook"))

} // namespace malha::cluster
