// SPDX-License-Identifier: MIT
// Daly's higher-order interval (daly2006, equation 37): C is the cost of a checkpoint, M the mean time
// between failures of the job. Below C = 2 M it is sqrt(2 C M) (1 + sqrt(C / 2M) / 3 + (C / 2M) / 9) - C,
// from there on M. Nodes fail independently, so that a job on n nodes has M = mtbf / n.
#include "policies/cluster/checkpoint.hpp"

#include <cmath>

namespace malha::cluster {
namespace {

class Daly : public Checkpoint {
public:
  explicit Daly(const Parameters& parameters) : mtbf_(parameters.real("mtbf")) {}

  Seconds interval(const CheckpointView& view) override {
    const Seconds mean = mtbf_ / view.job.size;
    if (view.cost >= 2 * mean)
      return mean;
    const double share = view.cost / (2 * mean);
    return std::sqrt(2 * view.cost * mean) * (1 + std::sqrt(share) / 3 + share / 9) - view.cost;
  }

private:
  const Seconds mtbf_;
};

} // namespace

MALHA_POLICY(policy<Daly>("cluster/daly", "jobs leave checkpoints at Daly's interval",
                          "daly2006, equation 37",
                          {real("mtbf", 1e6, above(0), "s", "mean time between failures of a node")},
                          {{Trait::resumed_work}}))

} // namespace malha::cluster
