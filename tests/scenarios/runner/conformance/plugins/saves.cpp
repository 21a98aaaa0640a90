// SPDX-License-Identifier: MIT
// Has jobs leave checkpoints, and does not say that they go on from them.
#include "policies/cluster/checkpoint.hpp"

namespace malha::cluster {
namespace {

class Hourly : public Checkpoint {
public:
  Seconds interval(const CheckpointView&) override { return 3600; }
};

} // namespace
} // namespace malha::cluster

MALHA_POLICY(malha::policy<malha::cluster::Hourly>("bad/saves", "each hour", ""))
