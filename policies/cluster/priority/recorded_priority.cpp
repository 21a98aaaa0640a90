// SPDX-License-Identifier: MIT
// Priorities as the source of the jobs has them (the squeue of a site, a snapshot). They do not change while
// jobs wait, as those of a real site would. A job without one has 0.
#include "policies/cluster/priority.hpp"
#include "policies/sdk/recorded_state.hpp"

namespace malha::cluster {
namespace {

class PriorityOfRecord : public Priority {
public:
  double priority(const QueuedJob& job, const PriorityView&) override {
    const auto* recorded =
        job.request == nullptr ? nullptr : job.request->extensions.find<RecordedPriority>();
    return recorded == nullptr ? 0 : recorded->priority;
  }
};

} // namespace

MALHA_POLICY(policy<PriorityOfRecord>("cluster/recorded_priority",
                                      "the priority that each job has in the file of its site", "textbook"))

} // namespace malha::cluster
