// SPDX-License-Identifier: MIT
// All jobs have the same priority: the queue stands in the order of submission.
#include "policies/cluster/priority.hpp"

namespace malha::cluster {
namespace {

class NoPriorities : public Priority {
public:
  double priority(const QueuedJob&, const PriorityView&) override { return 0; }
  bool ranks() const override { return false; }
};

} // namespace

MALHA_POLICY(policy<NoPriorities>("cluster/no_priorities", "jobs wait in the order of submission",
                                  "textbook"))

} // namespace malha::cluster
