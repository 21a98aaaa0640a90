// SPDX-License-Identifier: MIT
#pragma once
#include "fork_server.hpp"

#include <functional>
#include <limits>

namespace malha {

/// Something that is done in a process of its own. `name` is what messages of its caller call it, or "" where
/// they know another.
struct WorkItem {
  std::string name;
  std::function<Outcome()> work;
};

struct WorkLimits {
  int workers = 1;                                               ///< number of processes at once
  Seconds time_limit = std::numeric_limits<Seconds>::infinity(); ///< for one item, in real time
};

/// An item that is being worked on.
struct RunningItem {
  std::size_t item;
  double share; ///< which part of it is done, from 0 to 1; 0 where that is not known
};

/// Is called with the position of an item that has ended, in order of completion, and what came of it.
using Finished = std::function<void(std::size_t item, const Outcome& outcome)>;
/// Is called every half second with the items that are being worked on.
using Watch = std::function<void(const std::vector<RunningItem>& items)>;

/// Runs every item in a forked process, and calls `finished` and `watch`, if there is one, in this process. A
/// process that dies, or is killed since it takes too long, affects only its own item. When `finished`
/// throws, or on SIGINT, SIGTERM or SIGHUP, the running processes are killed without a call of `finished`.
/// Returns that signal, or 0. The caller must have no threads and no SimGrid engine.
int run_workers(const std::vector<WorkItem>& items, const WorkLimits& limits, const Finished& finished,
                const Watch& watch = {});

/// Items as texts, for processes that are forked by fork_servers.
struct SerializedItems {
  /// Of each item its group, from 1: items of one group are prepared in the same process. 0: an item needs no
  /// preparation.
  std::vector<std::size_t> groups;
  std::function<std::string(std::size_t item)> text;
};

/// The fork_servers of some workers. They are forked when this is made, so that it is made before the program
/// takes much memory.
class ForkServers {
public:
  /// Throws std::runtime_error.
  ForkServers(SerializedWork work, int workers);
  ForkServers(ForkServers&& other) noexcept;
  ~ForkServers();

  const SerializedWork& work() const { return work_; }
  /// Has them keep an open file until they end, such as a lock that this process has; -1: none.
  void keep_open(int file) const;
  /// Takes one for a worker; null when there is none left.
  std::unique_ptr<ForkServer> take();

private:
  SerializedWork work_;
  std::vector<std::unique_ptr<ForkServer>> idle_;
};

/// The same for items that are texts. An item that cannot be prepared, or whose fork_server is lost, is tried
/// once more, without a preparation. So are then all further ones of its group.
int run_workers(const SerializedItems& items, ForkServers& fork_servers, const WorkLimits& limits,
                const Finished& finished, const Watch& watch = {});

/// Ends the program in the way in which the signal ends programs.
[[noreturn]] void end_by_signal(int signal);

} // namespace malha
