// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simulation.hpp"

#include <functional>
#include <limits>

namespace malha {

/// What is done in a process of its own. `name` tells it from the others in messages.
struct WorkItem {
  std::string name;
  std::function<Outcome()> work;
};

struct WorkLimits {
  int workers = 1;                                               ///< processes at once
  Seconds time_limit = std::numeric_limits<Seconds>::infinity(); ///< of one item, in real time
};

/// Shows, on a terminal only, how many items are done and how long the rest will take.
class Progress {
public:
  /// `done` of them are done before it begins.
  Progress(std::size_t items, std::size_t done);
  ~Progress();
  void done();

private:
  void show() const;

  std::size_t items_;
  std::size_t done_;
  std::size_t done_before_;
  bool shown_;
  Seconds began_;
};

/// Runs every item in a forked process and calls `finished` here, in order of completion, with the item's
/// position and what came of it. A process that dies, or takes too long and is killed, costs its own item
/// alone. When `finished` throws, or on SIGINT, SIGTERM or SIGHUP, processes that still run are killed and
/// `finished` does not hear of them; the answer is that signal, or 0. The caller has no threads and no
/// SimGrid engine.
int run_workers(const std::vector<WorkItem>& items, const WorkLimits& limits,
                const std::function<void(std::size_t, const Outcome&)>& finished);

/// Ends the program as the signal would have ended it.
[[noreturn]] void end_by_signal(int signal);

} // namespace malha
