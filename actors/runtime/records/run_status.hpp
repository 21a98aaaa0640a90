// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <cstdint>
#include <string>

namespace malha {

/// Status of a simulating process, which its parent can read also when the process has died or hangs: how far
/// the run is, which policy it is asking, the last complaint of SimGrid, and which text of a user SimGrid is
/// reading.
struct RunStatus {
  static constexpr std::size_t most = 60;

  volatile std::size_t asked = 0; ///< the policy's number, from 1; 0: none
  std::size_t policies = 0;
  std::array<std::array<char, 64>, most> names{};
  std::array<char, 1000> simgrid{}; ///< SimGrid's last complaint, ended by a 0

  /// Gives a policy a number. Returns 0 when all numbers are taken.
  std::size_t enlist(const std::string& policy);
  std::array<char, 300> input{}; ///< the text that SimGrid is reading, ended by a 0; "": none

  /// How far the run is. The number of jobs of its workload is -1 if it is not known.
  volatile std::int64_t jobs = -1, jobs_read = 0, tasks_read = 0, tasks_ended = 0;

  /// The share of the run that is done, from 0 to 1, estimated from its tasks.
  double share_done() const;

  /// Notes which text of a user SimGrid reads from here on; "": none. If the process dies, that text was
  /// wrong.
  void note_input(const std::string& what);
  /// Keeps a complaint of SimGrid, as one line.
  void note_simgrid(const char* text, std::size_t length);
  std::string simgrid_said() const { return simgrid.data(); }
  std::string input_looked_at() const { return input.data(); }
  /// The name of the policy that is being asked; "" when there is none.
  std::string policy() const { return asked == 0 ? "" : names[asked - 1].data(); }
};

/// Status block in memory shared with the parent; set by the process that forks the run. Before that, no
/// process reads it.
extern RunStatus* run_status;

} // namespace malha
