// SPDX-License-Identifier: MIT
#pragma once
#include "replica_messages.hpp"

namespace malha::tuple_space {

/// The log of a replica: its commands in their order, without old ones that were removed.
class ReplicaLog {
public:
  /// The number of the last removed command.
  OpNumber start() const { return start_; }
  /// The number of the last command.
  OpNumber end() const { return start_ + static_cast<OpNumber>(commands_.size()); }
  /// The command with that number, which is after `start`.
  const CommandPtr& operator[](OpNumber op) const {
    return commands_[static_cast<std::size_t>(op - start_ - 1)];
  }
  /// The commands after that number, which is not before `start`.
  Commands after(OpNumber op) const {
    return op >= end() ? Commands() : Commands(commands_.begin() + (op - start_), commands_.end());
  }

  void append(CommandPtr command) { commands_.push_back(std::move(command)); }
  /// Appends the commands after `base` that are not in the log yet. `base` is not after the end.
  void extend(OpNumber base, const Commands& commands) {
    for (auto next = static_cast<std::size_t>(end() - base); next < commands.size(); ++next)
      append(commands[next]);
  }
  /// Removes all commands after that number.
  void cut(OpNumber op) {
    if (op < end())
      commands_.erase(commands_.begin() + (op - start_), commands_.end());
  }
  /// Removes all commands up to that number.
  void forget(OpNumber op) {
    commands_.erase(commands_.begin(), commands_.begin() + (op - start_));
    start_ = op;
  }
  /// Removes all commands, and continues after that number.
  void restart(OpNumber start) {
    commands_.clear();
    start_ = start;
  }

private:
  OpNumber start_ = 0;
  std::deque<CommandPtr> commands_;
};

} // namespace malha::tuple_space
