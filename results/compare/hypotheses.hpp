// SPDX-License-Identifier: MIT
#pragma once
#include <cstddef>
#include <map>
#include <string>

namespace malha {

/// Counts what hypotheses explain, from verdicts that were given under them.
class HypothesisCounts {
public:
  struct Count {
    std::size_t seen = 0;      ///< values and claims at which whoever chose the hypothesis had looked
    std::size_t fitted = 0;    ///< of these, how many it explains
    std::size_t others = 0;    ///< values and claims that were not looked at
    std::size_t explained = 0; ///< of these, how many it explains
  };

  /// Adds a verdict that was given under the hypothesis.
  void add(const std::string& hypothesis, bool is_seen, const std::string& verdict) {
    auto& count = counts_[hypothesis];
    ++(is_seen ? count.seen : count.others);
    count.fitted += verdict == "fitted";
    count.explained += verdict == "explained";
  }

  /// By the name of the hypothesis.
  const std::map<std::string, Count>& counts() const { return counts_; }

private:
  std::map<std::string, Count> counts_;
};

/// "5 of 12"; "" of none.
inline std::string part_of(std::size_t part, std::size_t all) {
  return all == 0 ? "" : std::to_string(part) + " of " + std::to_string(all);
}

} // namespace malha
