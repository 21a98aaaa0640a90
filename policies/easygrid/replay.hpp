// SPDX-License-Identifier: MIT
#pragma once
#include "pending.hpp"

#include <algorithm>

namespace malha::easygrid {

/// The expected ends of the tasks of a site, if each host runs its tasks one at a time in the order of the
/// view, and transfers do not slow each other. Tasks are placed one after the other, in that order.
class Replay {
public:
  explicit Replay(const PendingView& view) : view_(view) {
    for (const auto& host : view.hosts)
      free_at_.push_back(std::max(view.now, host.free_at));
  }

  /// The end of the next task, if it runs on that host; a position in PendingView::hosts.
  Seconds end_on(std::size_t host) const { return end_of(view_.tasks[ends_.size()], host); }
  /// The end of a task behind those that are placed, among which are all of the view that it waits for.
  Seconds end_of(const PendingTask& task, std::size_t host) const {
    const auto& here = view_.hosts[host];
    Seconds start = free_at_[host];
    for (const auto& input : task.inputs) {
      const bool is_inside = input.task >= 0;
      const auto maker = static_cast<std::size_t>(input.task);
      const int from = is_inside ? hosts_[maker] : input.host;
      const Seconds made = is_inside ? ends_[maker] : input.at;
      start = std::max(start, made + view_.network.time(input.data, from, here.host));
    }
    return start + task.work / here.power;
  }
  /// The host on which the next task ends first; of several, the one where it waits, then the lowest.
  std::size_t first_end() const {
    const int waits_on = view_.tasks[ends_.size()].host;
    std::size_t best = 0;
    Seconds least = end_on(0);
    for (std::size_t host = 1; host < view_.hosts.size(); ++host)
      if (const Seconds end = end_on(host);
          end < least || (end == least && view_.hosts[host].host == waits_on)) {
        best = host;
        least = end;
      }
    return best;
  }
  /// Places the next task.
  void place(std::size_t host) {
    const Seconds end = end_on(host);
    free_at_[host] = end;
    hosts_.push_back(view_.hosts[host].host);
    ends_.push_back(end);
    last_ = std::max(last_, end);
  }
  /// Where the next task waits, as a position in PendingView::hosts; without a host, where it would end
  /// first.
  std::size_t present_host() const {
    const int number = view_.tasks[ends_.size()].host;
    if (number < 0)
      return first_end();
    const auto found =
        std::lower_bound(view_.hosts.begin(), view_.hosts.end(), number,
                         [](const PendingHost& host, int sought) { return host.host < sought; });
    return static_cast<std::size_t>(found - view_.hosts.begin());
  }

  /// The number of the next task; that of all tasks, if all are placed.
  std::size_t next() const { return ends_.size(); }
  const std::vector<Seconds>& ends() const { return ends_; }
  /// The hosts, by number in the grid, of the tasks that are placed.
  const std::vector<int>& hosts() const { return hosts_; }
  Seconds last_end() const { return last_; }

private:
  const PendingView& view_;
  std::vector<Seconds> free_at_; ///< by host
  std::vector<Seconds> ends_;    ///< by task
  std::vector<int> hosts_;       ///< by task
  Seconds last_ = 0;
};

/// All tasks where they wait.
inline Replay replay_of(const PendingView& view) {
  Replay replay(view);
  while (replay.next() < view.tasks.size())
    replay.place(replay.present_host());
  return replay;
}

} // namespace malha::easygrid
