// SPDX-License-Identifier: MIT
// HEFT's choice of a host again, with the powers that the hosts have now: each waiting task, in the order of
// the initial plan, goes where it ends first. The tasks move if the site then ends earlier by more than the
// threshold, as a part of the time that remains. The source has the question (tonelli2010, section 2.1.2,
// schedule_pending_local) and no rule; this rule is ours. Ties: the host where the task waits, then the
// lowest. A task without a host goes where it ends first in any case.
#include "policies/easygrid/replay.hpp"

namespace malha::easygrid {
namespace {

class EarliestEnd : public Pending {
public:
  explicit EarliestEnd(const Parameters& parameters) : threshold_(parameters.real("threshold")) {}

  std::vector<Relocation> relocate(const PendingView& view) override {
    const Replay as_now = replay_of(view);
    Replay anew(view);
    while (anew.next() < view.tasks.size())
      anew.place(anew.first_end());
    const Seconds left = as_now.last_end() - view.now, left_anew = anew.last_end() - view.now;
    const bool is_worth_it = left > 0 && 1 - left_anew / left > threshold_;
    const auto& hosts = (is_worth_it ? anew : as_now).hosts();
    std::vector<Relocation> moves;
    for (std::size_t task = 0; task < hosts.size(); ++task)
      if (hosts[task] != view.tasks[task].host)
        moves.push_back({task, hosts[task]});
    return moves;
  }

private:
  double threshold_;
};

} // namespace

MALHA_POLICY(policy<EarliestEnd>(
    "easygrid/earliest_end", "moves waiting tasks to where they end first, if the site gains enough",
    "ours, for tonelli2010, section 2.1.2",
    {real("threshold", 0.05, at_least(0), "1", "part of the remaining time that must be gained")}))

} // namespace malha::easygrid
