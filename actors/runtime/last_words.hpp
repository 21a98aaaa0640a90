// SPDX-License-Identifier: MIT
#pragma once
#include <array>
#include <string>

namespace malha {

/// Which policy a simulation is asking, in memory that its parent can read when the process has died or
/// hangs.
struct LastWords {
  static constexpr std::size_t most = 60;

  volatile std::size_t asked = 0; ///< position behind the policy's name; 0: none
  std::size_t policies = 0;
  std::array<std::array<char, 64>, most> names{};

  /// The number by which a policy is known from here on; 0 when there is no place left.
  std::size_t enlist(const std::string& policy);
  /// The policy that is being asked, or "".
  std::string policy() const { return asked == 0 ? "" : names[asked - 1].data(); }
};

/// Those of this process. Whoever forks a process to run a simulation sets it there; before, nobody reads
/// them.
extern LastWords* last_words;

} // namespace malha
