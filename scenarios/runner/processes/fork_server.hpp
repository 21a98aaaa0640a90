// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/outcome.hpp"
#include "child.hpp"

#include <memory>
#include <optional>
#include <variant>
#include <vector>

namespace malha {

/// Work on items that are texts. Each function is called in a forked process, and so cannot change the state
/// of the program.
struct SerializedWork {
  /// Prepares the item in the process from which the item's process is forked next. That process keeps what
  /// it has prepared for earlier items of the group. Throws if the item cannot be prepared.
  std::function<void(const std::string& item)> prepare;
  std::function<Outcome(const std::string& item)> work;
};

/// Forks one process for each serialized item. Each fork copies the page tables of its parent, so make the
/// fork server while this process is small. For each group of items it forks a *group server*, which prepares
/// what the items share, and forks a process for each of them.
class ForkServer {
public:
  /// The process of an item has ended; the status is that of `waitpid`.
  struct Ended {
    int status;
  };
  /// The item could not be prepared.
  struct NotPrepared {};
  /// The fork server or its group server has ended.
  struct Lost {};
  using News = std::variant<Ended, NotPrepared, Lost>;

  /// Throws std::runtime_error. `work` and `interruption` is that of `Child`, for the fork
  /// alone.
  explicit ForkServer(const SerializedWork& work, const Interruption* interruption = nullptr);
  /// Kills the fork server if it works on an item.
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  /// Passes an open file on. The fork server and all processes that it forks from now on keep it open until
  /// they end. -1: no file.
  void keep_open(int file);
  /// Starts work on the item, and discards what was received for the last one. An item of group 0 has no
  /// group server, and is not prepared.
  void send(std::size_t group, const std::string& item);
  const RunStatus& run_status() const { return *run_status_; }

  /// Adds to `polls` what to wait for.
  void watch(std::vector<pollfd>& polls) const;
  /// Receives the output of the item's process. Returns its news, once there is some. Throws
  /// std::runtime_error if no process can be forked.
  std::optional<News> receive();
  /// Kills the fork server with all that it has forked. Returns its status of `waitpid`. What was received is
  /// kept.
  int kill();
  bool is_gone() const { return child_->is_gone(); }
  /// Whether it lives, and works on no item.
  bool is_idle() const { return !works_ && !is_gone(); }
  /// What the last item's process has sent.
  const std::string& received() const { return received_; }

private:
  SharedRunStatus run_status_;
  int socket_ = -1; ///< carries items to the fork server, and the ends of their processes back
  std::unique_ptr<Child> child_;
  std::string received_;
  bool works_ = false; ///< on an item
  int ended_ = 0;      ///< its status of `waitpid`, once it is gone
};

/// Works on an item, writes its outcome into the pipe, and ends this process.
[[noreturn]] void work_and_exit(int pipe, const std::function<Outcome()>& work);

} // namespace malha
