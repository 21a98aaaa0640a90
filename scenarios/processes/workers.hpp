// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simulation.hpp"

#include <functional>
#include <limits>

namespace malha {

/// Something that is done in a process of its own. `name` is what messages of its caller call it, or "" where
/// they know another.
struct WorkItem {
  std::string name;
  std::function<Outcome()> work;
  /// Items of one group, from 1, need the same preparation; 0: an item needs none.
  std::size_t group = 0;
};

/// Prepares an item in the process from which the item's own process is forked. That process keeps what it
/// has prepared for earlier items of the group.
using PrepareGroup = std::function<void(std::size_t item)>;

struct WorkLimits {
  int workers = 1;                                               ///< number of processes at once
  Seconds time_limit = std::numeric_limits<Seconds>::infinity(); ///< for one item, in real time
};

/// An item that is being worked on.
struct RunningItem {
  std::size_t item;
  double share; ///< which part of it is done, from 0 to 1; 0 where that is not known
};

/// Runs every item in a forked process. Calls `finished` in this process, in order of completion, with the
/// item's position and its outcome. A process that dies, or is killed since it takes too long, affects only
/// its own item. When `finished` throws, or on SIGINT, SIGTERM or SIGHUP, the running processes are killed
/// without a call of `finished`. Returns that signal, or 0. Calls `watch`, if there is one, every half second
/// with the items that are being worked on. Items of one group are forked one after the other from a process
/// that calls `prepare` for each; where that throws or dies, they are forked from this one. The caller must
/// have no threads and no SimGrid engine.
int run_workers(const std::vector<WorkItem>& items, const WorkLimits& limits,
                const std::function<void(std::size_t, const Outcome&)>& finished,
                const std::function<void(const std::vector<RunningItem>&)>& watch = {},
                const PrepareGroup& prepare = {});

/// Ends the program in the way in which the signal ends programs.
[[noreturn]] void end_by_signal(int signal);

} // namespace malha
