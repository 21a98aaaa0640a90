// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <array>
#include <cstdint>
#include <unordered_map>

namespace malha {

/// The job numbers that a trace has had so far. Numbers that lie close together take two bits each at most,
/// so that those of a log of 44 million jobs can be kept.
class SeenNumbers {
  using Block = std::array<std::uint64_t, 8>;

public:
  /// Returns false where the number was there before. It must be at least 0.
  bool add(JobId number) {
    const auto at = static_cast<std::uint64_t>(number);
    constexpr std::uint64_t in_block = 64 * std::tuple_size_v<Block>;
    if (block_ == nullptr || at / in_block != at_)
      block_ = &blocks_[at_ = at / in_block];
    auto& bits = (*block_)[at % in_block / 64];
    const auto bit = std::uint64_t{1} << (at % 64);
    const bool is_new = (bits & bit) == 0;
    bits |= bit;
    return is_new;
  }

private:
  std::unordered_map<std::uint64_t, Block> blocks_;
  Block* block_ = nullptr; ///< the one of the number before, which is mostly that of the next
  std::uint64_t at_ = 0;   ///< its place
};

} // namespace malha
