// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simulation.hpp"

#include <functional>

namespace malha {

/// What is done in a process of its own. `name` tells it from the others in messages.
struct WorkItem {
  std::string name;
  std::function<Outcome()> work;
};

/// Shows, on a terminal only, how many items are done and how long the rest will take.
class Progress {
public:
  explicit Progress(std::size_t items);
  ~Progress();
  void done();

private:
  void show() const;

  std::size_t items_;
  std::size_t done_ = 0;
  bool shown_;
  double began_;
};

/// Runs every item in a forked process, at most `workers` at once, and calls `finished` here, in order of
/// completion, with the item's position and what came of it. A process that dies costs its own item alone.
/// The caller has no threads and no SimGrid engine.
void run_workers(const std::vector<WorkItem>& items, int workers,
                 const std::function<void(std::size_t, const Outcome&)>& finished);

} // namespace malha
