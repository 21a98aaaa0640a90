// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/records/run_status.hpp"
#include "interruption.hpp"

#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>

namespace malha {

/// Last words that a process shares with those that are forked from it.
class SharedRunStatus {
public:
  SharedRunStatus();
  ~SharedRunStatus();
  SharedRunStatus(const SharedRunStatus&) = delete;
  SharedRunStatus& operator=(const SharedRunStatus&) = delete;

  RunStatus& operator*() const { return *words_; }
  RunStatus* operator->() const { return words_; }
  /// Forgets them.
  void clear() { new (words_) RunStatus; }

private:
  RunStatus* words_;
};

/// Says whether a child has been stopped for long. A child that is stopped together with this process, by a
/// terminal or a batch system, goes on soon after this one does.
class StopWatch {
public:
  /// To be called again and again. How it was stopped, as `waitpid` says it.
  std::optional<int> look(pid_t process);

private:
  int looks_ = 0; ///< that have found it stopped, with time between them
  Seconds last_ = 0;
};

/// A process that was forked from this one, and dies with it. What it and its own children say comes through
/// a pipe.
class Child {
public:
  /// Forks it. In it, `work` is called with the end of the pipe that takes what it says, and must not return.
  /// `interruption` is what keeps signals from this process; null: nothing does. Throws std::runtime_error.
  Child(RunStatus& words, const Interruption* interruption, const std::function<void(int)>& work);
  /// Kills it, and waits until it is gone.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The end of the pipe from which it is heard.
  int pipe() const { return pipe_; }
  /// Adds what it has said to `said`. Returns how it ended, as `waitpid` says it, once it has. Its end
  /// counts, and not that of the pipe, which a process that it has left behind may have. One that stays
  /// stopped is killed.
  std::optional<int> listen(std::string& said);
  /// Hears it to its end. Returns how it ended.
  int end(std::string& said);
  void kill() const;
  /// Whether its end has been heard.
  bool is_gone() const { return process_ < 0; }

private:
  bool hear(std::string& said);
  std::optional<int> look();
  int close_behind(int status);

  pid_t process_ = -1;
  int pipe_ = -1;
  StopWatch stopped_;
};

/// How a process ended, as `waitpid` says it, in words.
std::string how_it_ended(int status);

/// From now on this process gets those that its children leave behind when they end, and ends them: with the
/// child after whose end they are found, and with `end_orphans`.
void adopt_orphans();
/// Ends all processes below this one but its children that live.
void end_orphans();
/// How many it has ended so far.
int orphans_ended();

/// Whether something can be read at once.
bool has_news(int file);

/// Waits for a child of this process. Returns how it ended, as `waitpid` says it. A child that stays stopped
/// is killed, and that it was stopped is what is returned.
int wait_for(pid_t process);

/// Has this process die when its parent does, since nobody would take the result of an orphan.
void die_with(pid_t parent);

/// Writes all of it, as far as somebody reads it.
void write_all(int file, const std::string& text);

} // namespace malha
