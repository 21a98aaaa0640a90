// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>

namespace malha {

/// What a parent process can read when the process that simulates has died or hangs. It says which policy the
/// simulation is asking, what SimGrid complained of, and which text of a user SimGrid is looking at.
struct LastWords {
  static constexpr std::size_t most = 60;

  volatile std::size_t asked = 0; ///< the policy's number, from 1; 0: none
  std::size_t policies = 0;
  std::array<std::array<char, 64>, most> names{};
  std::array<char, 1000> simgrid{}; ///< SimGrid's last complaint, ended by a 0

  /// Gives a policy a number. Returns 0 when all numbers are taken.
  std::size_t enlist(const std::string& policy);
  std::array<char, 300> input{}; ///< the text that SimGrid is looking at, ended by a 0; "": none

  /// Says which text of a user SimGrid looks at from here on; "": none. If the process dies, that text was
  /// wrong.
  void note_input(const std::string& what);
  /// Keeps a complaint of SimGrid as one line.
  void note_simgrid(const char* text, std::size_t length);
  std::string simgrid_said() const { return simgrid.data(); }
  std::string input_looked_at() const { return input.data(); }
  /// The name of the policy that is being asked; "" when there is none.
  std::string policy() const { return asked == 0 ? "" : names[asked - 1].data(); }
};

/// The last words of this process. Whoever forks a process to run a simulation sets them there. Until then
/// nobody reads them.
extern LastWords* last_words;

} // namespace malha
