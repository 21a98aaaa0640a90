// SPDX-License-Identifier: MIT
#pragma once

namespace malha::external {

/// A policy in another process that has begun and has not been told of the end.
class OpenProcess {
public:
  virtual ~OpenProcess() = default;
  /// Tells it of the end, and ends it. Does nothing if that was done before.
  virtual void close() = 0;

protected:
  /// It has begun.
  void is_open();
  /// It has ended. Returns whether it had not before.
  bool is_closed();
};

/// Closes all of this process, in the order in which they began. A process that simulates calls it at the end
/// of its run, since it leaves without destructors.
void close_all_processes();

} // namespace malha::external
