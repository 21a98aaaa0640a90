// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/last_words.hpp"
#include "interruption.hpp"
#include "workers.hpp"

#include <sys/types.h>

#include <optional>
#include <set>

namespace malha {

/// What all workers of a pool know of each other.
struct Crew {
  const std::vector<WorkItem>& items;
  const PrepareGroup& prepare;
  Interruption interruption = {};
  std::set<int> ends = {}; ///< open files of the parent, which a child closes
};

/// One place at which items are worked on, one after the other, each in a process of its own. That process is
/// a fork of this one. Or it is a fork of a *fork server*: a process that waits for the numbers of items of
/// one group, prepares each, and keeps what the items of the group share. All processes of a worker die with
/// their parent.
class Worker {
public:
  explicit Worker(Crew& crew);
  /// Kills what runs, and waits until it is gone.
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Forks a process for the item.
  void start(std::size_t item);
  /// Has the fork server of the item's group fork one. Starts that server, if this worker has none or
  /// another.
  void start_served(std::size_t item);
  /// Whether it has a fork server for this group.
  bool serves(std::size_t group) const { return server_ > 0 && group_ == group; }
  std::size_t group() const { return server_ > 0 ? group_ : 0; }

  bool is_busy() const { return item_.has_value(); }
  std::size_t item() const { return *item_; }
  LastWords& last_words() const { return *last_words_; }

  /// Adds to `polls` what to wait for while it is busy.
  void watch(std::vector<pollfd>& polls) const;
  /// Takes what it says. Returns how the item's process ended, as `waitpid` says it, once it has; then the
  /// worker is free.
  std::optional<int> listen();
  /// Ends the item, and the fork server. Returns how the process ended.
  int kill();
  /// What the last item's process said.
  const std::string& said() const { return said_; }
  /// Whether the last item has no end because its fork server is gone: preparing failed, or somebody killed
  /// the server.
  bool server_was_lost() const { return server_was_lost_; }

private:
  pid_t fork_child();
  void start_server(std::size_t item);
  [[noreturn]] void serve(int talk);
  [[noreturn]] void work_and_exit(std::size_t item) const;
  void open_pipe();
  bool hear();
  int end_of_process(pid_t process);
  void dismiss_server();
  void close_end(int& end);

  Crew& crew_;
  LastWords* last_words_; ///< shared with the processes
  pid_t process_ = -1;    ///< of the item, where no fork server forks it
  pid_t server_ = -1;
  std::size_t group_ = 0; ///< of the fork server
  int talk_ = -1;         ///< with the fork server: items go there, ends of their processes come back
  int pipe_ = -1, pipe_in_ = -1;
  std::optional<std::size_t> item_;
  std::string said_;
  bool server_was_lost_ = false;
};

} // namespace malha
