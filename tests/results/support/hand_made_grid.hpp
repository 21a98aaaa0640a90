// SPDX-License-Identifier: MIT
#pragma once
#include "hand_made.hpp"

namespace malha::testing {

/// A run of a broker or a tuple space by hand.
class Grid : public HandMade {
protected:
  /// Under a broker whose policy makes no copies, with more traits if any.
  void broker(const std::string& more = "") {
    shows_ = R"("attempts_end": ["cancelled", "lost"], "overrun": true)" + more;
  }
  /// In a tuple space.
  void space(const std::string& more = "") { shows_ = R"("attempts_end": ["lost"], "overrun": true)" + more; }

  /// Job `index` of `rows_` has other attempts, which took so long.
  void others(std::size_t index, int number, Seconds wasted) {
    rows_[index].restarts = number;
    rows_[index].wasted = wasted;
  }

  /// What is said of the run with these lines of attempts.csv instead of others.
  Texts broken(const std::string& from, const std::string& to) {
    const auto found = lines_.find(from);
    EXPECT_NE(found, std::string::npos) << from;
    attempts(std::string(lines_).replace(found, from.size(), to));
    return violations();
  }

  /// "job 1 (…/attempts.csv:4)".
  std::string in_attempts(int job, std::size_t number) const {
    return "job " + std::to_string(job) + " (" + line("attempts.csv", number) + ")";
  }

  std::string lines_; ///< of attempts.csv
};

} // namespace malha::testing
