// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <cstdint>
#include <unordered_map>

namespace malha {

/// The job numbers that a trace has had so far. Numbers that lie close together take about a bit each, so
/// that those of a log of 44 million jobs can be kept.
class SeenNumbers {
public:
  /// Returns false where the number was there before. It must be at least 0.
  bool add(JobId number) {
    const auto at = static_cast<std::uint64_t>(number);
    auto& bits = words_[at / 64];
    const auto bit = std::uint64_t{1} << (at % 64);
    const bool is_new = (bits & bit) == 0;
    bits |= bit;
    return is_new;
  }

private:
  std::unordered_map<std::uint64_t, std::uint64_t> words_;
};

} // namespace malha
