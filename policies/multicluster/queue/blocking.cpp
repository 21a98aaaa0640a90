// SPDX-License-Identifier: MIT
// Blocking selection (M-CISNE, Algorithm 4.4: B, with reschedule B.RS): the jobs leave in the order of their
// submission. When a cluster refuses the first job, all others wait with it.
#include "policies/multicluster/queue.hpp"

namespace malha::multicluster {
namespace {

class Blocking : public UpperQueue {
public:
  explicit Blocking(const Parameters& parameters) : reschedules_(parameters.text("reschedule") == "on") {}

  std::optional<NextJob> next(const UpperQueueView& view) override {
    if (view.waiting.empty() || view.waiting.front().was_refused)
      return std::nullopt;
    const auto& [id, submitted, size, choice, refused] = view.waiting.front();
    if (!choice || (reschedules_ && choice->state != view.state))
      return NextJob{id, false, false};
    if (view.clusters[static_cast<std::size_t>(choice->cluster)].is_closed)
      return std::nullopt;
    return NextJob{id, true};
  }

private:
  const bool reschedules_;
};

} // namespace

MALHA_POLICY(policy<Blocking>(
    "multicluster/blocking", "jobs leave in the order of submission; one that is refused holds back the rest",
    "M-CISNE, section 4.4.1", {reschedule_parameter()}))

} // namespace malha::multicluster
