// SPDX-License-Identifier: MIT
#pragma once
#include "replica_log.hpp"

namespace malha::tuple_space {

/// The log of a replica, and the space after all its committed commands.
class ReplicaState {
public:
  /// The log keeps at least `log_kept` commands that are executed.
  ReplicaState(const SpaceMachine& machine, OpNumber log_kept) : log_kept_(log_kept), machine_(machine) {}

  const ReplicaLog& log() const { return log_; }
  void append(CommandPtr command) { log_.append(std::move(command)); }
  /// Appends the commands after `base` that are not in the log yet. `base` is not after the end of the log.
  void extend(OpNumber base, const Commands& commands) { log_.extend(base, commands); }

  /// The number of committed commands. All of them are executed.
  OpNumber committed() const { return committed_; }
  /// The commands that are not committed yet.
  Commands uncommitted() const { return log_.after(committed_); }
  /// The space after all committed commands.
  const SpaceMachine& machine() const { return machine_; }

  struct Executed {
    OpNumber op;
    CommandPtr command;
    bool counts; ///< false: its client has failed before
  };
  /// Commits and executes the next command. Sets `answers` to the answers that follow.
  Executed execute_next(std::vector<Answer>& answers);
  /// Removes old commands from the log.
  void trim();

  /// Whether the transfer continues the committed commands, or has a snapshot.
  bool can_install(const Transfer& log) const { return log.base <= committed_ || log.snapshot; }
  /// Replaces all that is not committed by a log that can be installed.
  void install(const Transfer& log);
  /// The log for a replica that has executed `op` commands.
  Transfer log_after(OpNumber op) const;

private:
  const OpNumber log_kept_;
  ReplicaLog log_;
  OpNumber committed_ = 0;
  SpaceMachine machine_;
};

} // namespace malha::tuple_space
