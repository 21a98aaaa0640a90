// SPDX-License-Identifier: MIT
#pragma once
#include "fork_server.hpp"

#include <functional>
#include <limits>

namespace malha {

/// Work that runs in a process of its own. `name` is its name in messages; "": the caller has another name.
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
  double share; ///< the part that is done, from 0 to 1; 0 if it is not known
};

/// Called for each item that has ended, in order of completion, with its position and its outcome.
using Finished = std::function<void(std::size_t item, const Outcome& outcome)>;
/// Called every half second with the items that run.
using Watch = std::function<void(const std::vector<RunningItem>& items)>;

/// Runs every item in a forked process, and calls `finished` and `watch`, if there is one, in this process. A
/// process that dies, or is killed because it takes too long, affects only its own item. If `finished`
/// throws, or on SIGINT, SIGTERM or SIGHUP, the running processes are killed without a call of `finished`.
/// Returns the signal, or 0. The caller must have no threads and no SimGrid engine.
int run_workers(const std::vector<WorkItem>& items, const WorkLimits& limits, const Finished& finished,
                const Watch& watch = {});

/// Items as texts, for fork servers.
struct SerializedItems {
  /// The group of each item, from 1. Items of one group are prepared in the same process. 0: the item needs
  /// no preparation.
  std::vector<std::size_t> groups;
  std::function<std::string(std::size_t item)> text;
};

/// The fork servers of some workers. The constructor forks them, so call it before the program takes much
/// memory.
class ForkServers {
public:
  /// With `keeps_idle` a second call of `run_workers` finds what the first one prepared. Its groups must then
  /// mean the same. Throws std::runtime_error.
  ForkServers(SerializedWork work, int workers, bool keeps_idle = false);
  ForkServers(ForkServers&& other) noexcept;
  ~ForkServers();

  const SerializedWork& work() const { return work_; }
  /// Lets all of them keep an open file until they end, such as a lock of this process; -1: no file.
  void keep_open(int file) const;
  /// Takes one for a worker; null if none is left.
  std::unique_ptr<ForkServer> take();
  /// Takes an idle one back, with what it has prepared; ends it unless idle ones are kept.
  void give_back(std::unique_ptr<ForkServer> idle);

private:
  SerializedWork work_;
  std::vector<std::unique_ptr<ForkServer>> idle_;
  bool keeps_idle_;
};

/// Runs serialized items in the same way. An item that cannot be prepared, or whose fork server is lost, is
/// run once more without a preparation, and so are all further items of its group.
int run_workers(const SerializedItems& items, ForkServers& fork_servers, const WorkLimits& limits,
                const Finished& finished, const Watch& watch = {});

/// Ends the program by the signal.
[[noreturn]] void end_by_signal(int signal);

} // namespace malha
