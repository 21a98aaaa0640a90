// SPDX-License-Identifier: MIT
// Each job leaves a checkpoint after so much computing, whatever its size and the cost of a checkpoint.
#include "policies/cluster/checkpoint.hpp"

namespace malha::cluster {
namespace {

class FixedInterval : public Checkpoint {
public:
  explicit FixedInterval(const Parameters& parameters) : interval_(parameters.real("interval")) {}

  Seconds interval(const CheckpointView&) override { return interval_; }

private:
  const Seconds interval_;
};

} // namespace

MALHA_POLICY(policy<FixedInterval>(
    "cluster/fixed_interval", "jobs leave a checkpoint after a fixed time of computing", "textbook",
    {real("interval", 3600, above(0), "s", "computing between two checkpoints")}, {{Trait::resumed_work}}))

} // namespace malha::cluster
