// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/outcome.hpp"
#include "child.hpp"

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace malha {

/// What is done with an item that is a text. Each is called in a process of its own kind, and so cannot
/// change what the program knows.
struct SerializedWork {
  /// Prepares the item in the process from which its own process is forked next. That process keeps what it
  /// has prepared for earlier items of the group. It throws where it cannot.
  std::function<void(const std::string& item)> prepare;
  std::function<Outcome(const std::string& item)> work;
};

/// A process that has others forked for items, which are given to it as texts. Each fork copies the page
/// tables of its parent, so it is better forked while this process is small. For each group of items it forks
/// a *fork server*, which prepares what the items share, and forks a process for each of them.
class ForkServer {
public:
  /// How the process of an item ended, as `waitpid` says it.
  struct Ended {
    int status;
  };
  /// The item could not be prepared.
  struct NotPrepared {};
  /// The fork_server or its fork server is gone.
  struct Lost {};
  using News = std::variant<Ended, NotPrepared, Lost>;

  /// Throws std::runtime_error. `work` and `interruption` as `Child` has it must outlive the fork_server.
  explicit ForkServer(const SerializedWork& work, const Interruption* interruption = nullptr);
  /// Kills it where it works on an item.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  /// Has the fork_server and all that it forks from now on keep an open file until they end; -1: none.
  void keep_open(int file);
  /// Has the item worked on, and forgets what was said of the last one. An item of group 0 has no fork
  /// server, and is not prepared.
  void give(std::size_t group, const std::string& item);
  const RunStatus& run_status() const { return *run_status_; }

  /// Adds to `polls` what to wait for.
  void watch(std::vector<pollfd>& polls) const;
  /// Hears what the item's process says; its news, once there is some. Throws std::runtime_error where there
  /// can be no process for it.
  std::optional<News> listen();
  /// Kills it with all that it has forked. Returns how it ended. What it and the item have said is kept.
  int kill();
  bool is_gone() const { return child_->is_gone(); }
  /// What the last item's process said.
  const std::string& said() const { return said_; }

private:
  SharedRunStatus run_status_;
  int talk_ = -1; ///< items go there, ends of their processes come back
  std::unique_ptr<Child> child_;
  std::string said_;
  bool works_ = false; ///< on an item
  int ended_ = 0;      ///< how it ended, where it is gone
};

/// Works on an item in a process that ends with it, and writes into the pipe what came of it.
[[noreturn]] void work_and_exit(int pipe, const std::function<Outcome()>& work);

} // namespace malha
