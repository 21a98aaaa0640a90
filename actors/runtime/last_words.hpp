// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>

namespace malha {

/// Which policy a simulation is asking, what SimGrid complained of, and what a user wrote that SimGrid is
/// looking at, in memory that the parent can read when the process has died or hangs.
struct LastWords {
  static constexpr std::size_t most = 60;

  volatile std::size_t asked = 0; ///< position behind the policy's name; 0: none
  std::size_t policies = 0;
  std::array<std::array<char, 64>, most> names{};
  std::array<char, 1000> simgrid{}; ///< its last complaint, ended by a 0

  /// The number by which a policy is known from here on; 0 when there is no place left.
  std::size_t enlist(const std::string& policy);
  std::array<char, 300> input{}; ///< ended by a 0; "" unless SimGrid is looking at some

  /// What of the input SimGrid is looking at from here on: if it dies, that was wrong. "": none.
  void note_input(const std::string& what);
  /// Keeps what SimGrid complains of, as one line.
  void note_simgrid(const char* text, std::size_t length);
  std::string simgrid_said() const { return simgrid.data(); }
  std::string input_looked_at() const { return input.data(); }
  /// The policy that is being asked, or "".
  std::string policy() const { return asked == 0 ? "" : names[asked - 1].data(); }
};

/// Those of this process. Whoever forks a process to run a simulation sets it there; before, nobody reads
/// them.
extern LastWords* last_words;

} // namespace malha
