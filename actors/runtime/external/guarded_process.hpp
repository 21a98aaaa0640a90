// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <sys/types.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace malha::external {

/// A program to start: its words, the first of which is looked for on the PATH, and variables of its
/// environment. Or one that runs already, and listens at a socket.
struct Program {
  std::vector<std::string> words;
  std::map<std::string, std::string> environment;
  /// Whether its standard output is what it says to this process; otherwise that goes to its standard error.
  bool speaks_by_output = true;
  std::string socket = {}; ///< path of a UNIX socket; then there are no words
};

/// A program in a process of its own, whose standard input and output are one socket to this process; its
/// standard error is that of this process. A second process guards it: when this object goes, or this process
/// dies in whatever way, the guard kills the program and all that it has started, however it hides them. A
/// program that runs already belongs to somebody else: it has no guard, and only the connection to it is
/// closed.
class GuardedProcess {
public:
  /// Throws std::runtime_error if it cannot be started, or if nobody listens who takes the connection within
  /// the time.
  GuardedProcess(const Program& program, Seconds patience);
  /// Finishes it.
  ~GuardedProcess();
  GuardedProcess(const GuardedProcess&) = delete;
  GuardedProcess& operator=(const GuardedProcess&) = delete;

  /// Sends a text. Throws BrokenRule if the program does not read it within the time, in s of real time, or
  /// has ended.
  void send(const std::string& text, Seconds patience);
  /// The next line that the program writes, without its end. Throws BrokenRule if there is none within the
  /// time, it is longer than `most` bytes, or the program ends.
  std::string receive(Seconds patience, std::size_t most);
  /// Throws BrokenRule if the program has ended.
  void need_running();
  /// Lets the program end by itself for a moment, since it reads the end of its input, and ends what is left.
  /// Does nothing if that was done before.
  void finish();
  /// Ends it without waiting for it.
  void kill();

private:
  void start(const Program& program);
  bool receive_more();
  std::string how_it_ended(Seconds patience);
  void look_at_status(int patience_in_ms);

  pid_t guard_ = -1;
  int socket_ = -1;
  int lifeline_ = -1; ///< whose closing tells the guard to end everything
  int status_ = -1;   ///< on which the guard says how the program ended
  std::optional<int> ended_;
  std::string received_; ///< what comes after the lines that were returned
};

} // namespace malha::external
