// SPDX-License-Identifier: MIT
#pragma once
#include "replica_messages.hpp"

namespace malha::tuple_space {

/// The commands of a replica in their order, from the first that it still keeps.
class ReplicaLog {
public:
  /// Number of the last command that is no longer kept.
  OpNumber start() const { return start_; }
  /// Number of the last command.
  OpNumber end() const { return start_ + static_cast<OpNumber>(commands_.size()); }
  /// One of those after `start`.
  const CommandPtr& operator[](OpNumber op) const {
    return commands_[static_cast<std::size_t>(op - start_ - 1)];
  }
  /// Those after that one, which is not before `start`.
  Commands after(OpNumber op) const {
    return op >= end() ? Commands() : Commands(commands_.begin() + (op - start_), commands_.end());
  }

  void append(CommandPtr command) { commands_.push_back(std::move(command)); }
  /// Appends those commands after `base` that are not in the log yet. `base` is not after the end.
  void extend(OpNumber base, const Commands& commands) {
    for (auto next = static_cast<std::size_t>(end() - base); next < commands.size(); ++next)
      append(commands[next]);
  }
  /// Drops all after that one.
  void cut(OpNumber op) {
    if (op < end())
      commands_.erase(commands_.begin() + (op - start_), commands_.end());
  }
  /// Keeps no longer that one and those before.
  void forget(OpNumber op) {
    commands_.erase(commands_.begin(), commands_.begin() + (op - start_));
    start_ = op;
  }
  /// Is empty from there on.
  void restart(OpNumber start) {
    commands_.clear();
    start_ = start;
  }

private:
  OpNumber start_ = 0;
  std::deque<CommandPtr> commands_;
};

} // namespace malha::tuple_space
