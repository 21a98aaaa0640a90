// SPDX-License-Identifier: MIT
// Non-blocking selection (M-CISNE, Algorithm 4.4: NB, with reschedule NB.RS): jobs leave in the order of
// their submission, but a job whose cluster is closed waits, and later jobs go to the clusters that are open.
// A pass goes through the queue once.
#include "policies/multicluster/queue.hpp"

#include <algorithm>

namespace malha::multicluster {
namespace {

class NonBlocking : public UpperQueue {
public:
  explicit NonBlocking(const Parameters& parameters) : reschedules_(parameters.text("reschedule") == "on") {}

  std::optional<NextJob> next(const UpperQueueView& view) override {
    if (std::all_of(view.clusters.begin(), view.clusters.end(),
                    [](const Cluster& cluster) { return cluster.is_closed; }))
      return end_of_pass();
    for (const auto& [id, submitted, size, choice, refused] : view.waiting) {
      if (refused || std::pair(submitted, id) <= last_)
        continue;
      last_ = {submitted, id};
      if (!choice || (reschedules_ && choice->state != view.state))
        return NextJob{id};
      if (!view.clusters[static_cast<std::size_t>(choice->cluster)].is_closed)
        return NextJob{id, true};
    }
    return end_of_pass();
  }

private:
  std::nullopt_t end_of_pass() {
    last_ = {-never, 0};
    return std::nullopt;
  }

  const bool reschedules_;
  std::pair<Seconds, TaskId> last_{-never, 0}; ///< submission and id of the job that the pass has come to
};

} // namespace

MALHA_POLICY(
    policy<NonBlocking>("multicluster/non_blocking",
                        "jobs leave in the order of submission; one that is refused lets others pass",
                        "M-CISNE, section 4.4.2", {reschedule_parameter()}))

} // namespace malha::multicluster
