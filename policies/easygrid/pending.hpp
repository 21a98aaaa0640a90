// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/plugin.hpp"
#include "policies/sdk/quantities.hpp"
#include "policies/workflow/costs.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace malha::easygrid {

/// What a task of a DAG reads of one other task.
struct PendingInput {
  int task; ///< who makes it: a position in PendingView::tasks, before the reader's; -1: a task outside of it
  int host; ///< of a task outside of the view: where it runs or ran
  Seconds at; ///< of a task outside of the view: its end, known or expected
  Bytes data;
};

/// A task that the site has, and that is not known to run.
struct PendingTask {
  Flops work;
  int host; ///< where it waits; -1: it has come from another site, and has no host yet
  std::vector<PendingInput> inputs;
};

struct PendingHost {
  int host;             ///< its number in the grid, by which the network knows it
  FlopsPerSecond power; ///< cp, as last reported
  Seconds free_at;      ///< expected end of what it runs
};

struct PendingView {
  Seconds now;
  const std::vector<PendingTask>& tasks; ///< in the order in which hosts run them
  const std::vector<PendingHost>& hosts; ///< of the site, by number
  const workflow::Network& network;      ///< between all hosts of the grid
};

/// A task goes to another host of the site.
struct Relocation {
  std::size_t task; ///< position in PendingView::tasks
  int host;         ///< a number in PendingView::hosts, and not the one where it waits
};

/// Which tasks go to other hosts of their site? Each task without a host must get one; the answer names no
/// task twice. An empty answer: all stay. The order of tasks never changes, so that no two hosts can wait for
/// each other. It is asked when the running tasks of a site have passed a topological level
/// (schedule_pending_local of tonelli2010, section 2.1.2, which leaves the rule to the scheduler).
class Pending : public Policy {
public:
  static constexpr const char* question = "easygrid/pending";
  virtual std::vector<Relocation> relocate(const PendingView& view) = 0;
};

/// The rule that an answer breaks, as a sentence; "": none.
inline std::string broken_rule(const PendingView& view, const std::vector<Relocation>& moves) {
  std::vector<bool> moved(view.tasks.size());
  for (const auto& [task, host] : moves) {
    if (task >= view.tasks.size())
      return "waiting task " + std::to_string(task) + " is not there (" + std::to_string(view.tasks.size()) +
             " are)";
    if (moved[task])
      return "waiting task " + std::to_string(task) + " is given twice";
    moved[task] = true;
    const auto is_there = [sought = host](const PendingHost& one) { return one.host == sought; };
    if (std::none_of(view.hosts.begin(), view.hosts.end(), is_there))
      return "host " + std::to_string(host) + " is not there";
    if (view.tasks[task].host == host)
      return "waiting task " + std::to_string(task) + " is on host " + std::to_string(host) + " already";
  }
  for (std::size_t task = 0; task < moved.size(); ++task)
    if (view.tasks[task].host < 0 && !moved[task])
      return "waiting task " + std::to_string(task) + " gets no host";
  return "";
}

} // namespace malha::easygrid
