// SPDX-License-Identifier: MIT
// Non-blocking selection (M-CISNE, Algorithm 4.4: NB, with reschedule NB.RS): jobs leave in the order of
// their submission, but a job whose cluster is closed waits, and later jobs go to the clusters that are open.
#include "queue.hpp"

namespace malha::multicluster {
namespace {

class NonBlocking : public UpperQueue {
public:
  explicit NonBlocking(const Parameters& parameters) : reschedules_(parameters.text("reschedule") == "on") {}

  std::optional<NextJob> next(const UpperQueueView& view) override {
    for (const auto& [id, submitted, size, choice, refused] : view.waiting) {
      if (refused)
        continue;
      if (!choice || (reschedules_ && choice->state != view.state))
        return NextJob{id};
      if (!view.clusters[static_cast<std::size_t>(choice->cluster)].is_closed)
        return NextJob{id, true};
    }
    return std::nullopt;
  }

private:
  const bool reschedules_;
};

} // namespace

MALHA_POLICY(
    policy<NonBlocking>("multicluster/non_blocking",
                        "jobs leave in the order of submission; one that is refused lets others pass",
                        "M-CISNE, section 4.4.2", {reschedule_parameter()}))

} // namespace malha::multicluster
