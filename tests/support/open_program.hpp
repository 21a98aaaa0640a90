// SPDX-License-Identifier: MIT
#pragma once
#include <filesystem>
#include <string>

#include <sys/types.h>

namespace malha::testing {

struct Said;

/// A process of the program that has opened its plugins and waits before its `main`. Each command runs in a
/// fork of it, so that a test pays neither for a start of the program nor for its plugins.
class OpenProgram {
public:
  /// Prepares the process for all tests that are forked from this one. The program itself starts with the
  /// first command.
  OpenProgram();
  ~OpenProgram();
  OpenProgram(const OpenProgram&) = delete;
  OpenProgram& operator=(const OpenProgram&) = delete;

  /// Whether there is such a process.
  static bool is_prepared();
  /// Runs the program with these words of a shell in `folder`. A line that needs more of a shell than quotes,
  /// variables and patterns of files is given to one.
  static Said run(const std::string& words, const std::filesystem::path& folder);

private:
  pid_t process_;
};

} // namespace malha::testing
