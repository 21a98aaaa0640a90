// SPDX-License-Identifier: MIT
// Young's first-order interval, sqrt(2 C M): C is the cost of a checkpoint, M the mean time between failures
// of the job (young1974). Nodes fail independently, so that a job on n nodes has M = mtbf / n. With this
// interval the time spent on checkpoints and the work that failures undo are equal, in the mean.
#include "policies/cluster/checkpoint.hpp"

#include <cmath>

namespace malha::cluster {
namespace {

class Young : public Checkpoint {
public:
  explicit Young(const Parameters& parameters) : mtbf_(parameters.real("mtbf")) {}

  Seconds interval(const CheckpointView& view) override {
    return std::sqrt(2 * view.cost * mtbf_ / view.job.size);
  }

private:
  const Seconds mtbf_;
};

} // namespace

MALHA_POLICY(policy<Young>("cluster/young", "jobs leave checkpoints at Young's interval", "young1974",
                           {real("mtbf", 1e6, above(0), "s", "mean time between failures of a node")},
                           {{Trait::resumed_work}}))

} // namespace malha::cluster
