// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simulation.hpp"

#include <functional>
#include <limits>

namespace malha {

/// Something that is done in a process of its own. `name` is what messages call it.
struct WorkItem {
  std::string name;
  std::function<Outcome()> work;
};

struct WorkLimits {
  int workers = 1;                                               ///< number of processes at once
  Seconds time_limit = std::numeric_limits<Seconds>::infinity(); ///< for one item, in real time
};

/// Shows how many items are done, and how long the rest will take. It does so only on a terminal.
class Progress {
public:
  /// `done` of the items are done before the display begins.
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

/// Runs every item in a forked process. Calls `finished` in this process, in order of completion, with the
/// item's position and its outcome. A process that dies, or is killed since it takes too long, affects only
/// its own item. When `finished` throws, or on SIGINT, SIGTERM or SIGHUP, the running processes are killed
/// without a call of `finished`. Returns that signal, or 0. The caller must have no threads and no SimGrid
/// engine.
int run_workers(const std::vector<WorkItem>& items, const WorkLimits& limits,
                const std::function<void(std::size_t, const Outcome&)>& finished);

/// Ends the program in the way in which the signal ends programs.
[[noreturn]] void end_by_signal(int signal);

} // namespace malha
