// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>

namespace malha {

/// What a parent process can read of the process that simulates, also when that has died or hangs. It says
/// how far the run is, which policy the simulation is asking, what SimGrid complained of, and which text of a
/// user SimGrid is looking at.
struct RunStatus {
  static constexpr std::size_t most = 60;

  volatile std::size_t asked = 0; ///< the policy's number, from 1; 0: none
  std::size_t policies = 0;
  std::array<std::array<char, 64>, most> names{};
  std::array<char, 1000> simgrid{}; ///< SimGrid's last complaint, ended by a 0

  /// Gives a policy a number. Returns 0 when all numbers are taken.
  std::size_t enlist(const std::string& policy);
  std::array<char, 300> input{}; ///< the text that SimGrid is looking at, ended by a 0; "": none

  /// How far the run is. The number of jobs of its workload is -1 where nobody knows it.
  volatile std::int64_t jobs = -1, jobs_read = 0, tasks_read = 0, tasks_ended = 0;

  /// Which part of the run is done, from 0 to 1, as far as that can be told by its tasks.
  double share_done() const;

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
extern RunStatus* run_status;

} // namespace malha
