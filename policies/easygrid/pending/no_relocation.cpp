// SPDX-License-Identifier: MIT
// Waiting tasks stay where the initial plan, or their last move, put them. A task that comes from another
// site goes where it ends first; ties to the lowest host.
#include "policies/easygrid/replay.hpp"

namespace malha::easygrid {
namespace {

class NoRelocation : public Pending {
public:
  std::vector<Relocation> relocate(const PendingView& view) override {
    const Replay replay = replay_of(view);
    std::vector<Relocation> moves;
    for (std::size_t task = 0; task < view.tasks.size(); ++task)
      if (view.tasks[task].host < 0)
        moves.push_back({task, replay.hosts()[task]});
    return moves;
  }
};

} // namespace

MALHA_POLICY(policy<NoRelocation>("easygrid/no_relocation", "leaves waiting tasks on their hosts",
                                  "ours, for comparison"))

} // namespace malha::easygrid
