// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/run_status.hpp"
#include "interruption.hpp"

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace malha {

/// A RunStatus in memory that a process shares with the processes that it forks.
class SharedRunStatus {
public:
  SharedRunStatus();
  ~SharedRunStatus();
  SharedRunStatus(const SharedRunStatus&) = delete;
  SharedRunStatus& operator=(const SharedRunStatus&) = delete;

  RunStatus& operator*() const { return *status_; }
  RunStatus* operator->() const { return status_; }
  /// Resets the status.
  void clear() { new (status_) RunStatus; }

private:
  RunStatus* status_;
};

/// Finds out whether a child has been stopped for long. A child that a terminal or a batch system stops
/// together with this process continues soon after this process does.
class StopWatch {
public:
  /// Call it repeatedly. Returns the status of `waitpid` once the child has been stopped for long.
  std::optional<int> look(pid_t process);

private:
  int looks_ = 0; ///< number of looks, with time between them, at which the child was stopped
  Seconds last_ = 0;
};

/// A process that is forked from this one, and dies with it. It and its own children send their output
/// through a pipe.
class Child {
public:
  /// Forks the process, which calls `work` with its end of the pipe; `work` must not return. `interruption`
  /// is the object that keeps signals from this process; null: there is none. Throws std::runtime_error.
  Child(RunStatus& status, const Interruption* interruption, const std::function<void(int)>& work);
  /// Kills the process, and waits for its end.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The end of the pipe from which its output is read.
  int pipe() const { return pipe_; }
  /// Appends the output so far to `output`. Returns the status of `waitpid` once the process has ended. The
  /// end of the pipe does not count, since a process that was left behind may hold it. A process that stays
  /// stopped is killed.
  std::optional<int> receive(std::string& output);
  /// Appends the output until the process ends. Returns its status of `waitpid`.
  int end(std::string& output);
  void kill() const;
  /// Whether the process has ended, and its status was returned.
  bool is_gone() const { return process_ < 0; }

private:
  bool read_more(std::string& output);
  std::optional<int> look();
  int close_behind(int status);

  pid_t process_ = -1;
  int pipe_ = -1;
  StopWatch stopped_;
};

/// A status of `waitpid` in words.
std::string how_it_ended(int status);

/// Makes this process the parent of the processes that its children leave behind. They are ended with the
/// child after whose end they are found, and by `end_orphans`.
void adopt_orphans();
/// Ends all descendants of this process except its living children.
void end_orphans();
/// Number of orphans that were ended so far.
int orphans_ended();

/// Whether something can be read without waiting.
bool has_news(int file);

/// Waits for a child of this process. Returns its status of `waitpid`. A child that stays stopped is killed,
/// and its status is that it was stopped.
int wait_for(pid_t process);

/// Makes this process die with its parent, since the result of an orphan would be lost.
void die_with(pid_t parent);

/// Writes the whole text, or as much as the other end reads.
void write_all(int file, const std::string& text);

} // namespace malha
