// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace malha::workflow {

/// The times during which one resource is taken, and the gaps between them. The times are kept in blocks,
/// each with its greatest gap, so that a search passes over blocks in which a task cannot fit.
class Timeline {
public:
  /// The earliest start, from `ready` on, of a task that takes `length` before the next time begins. A gap
  /// may fit exactly.
  Seconds earliest(Seconds ready, Seconds length) const {
    auto block = std::partition_point(blocks_.begin(), blocks_.end(),
                                      [&](const Block& one) { return one.end <= ready; });
    if (block == blocks_.end())
      return std::max(ready, end());
    auto next = std::partition_point(block->times.begin(), block->times.end(),
                                     [&](const Time& time) { return time.end <= ready; });
    for (Seconds at = ready;;) {
      for (; next != block->times.end(); ++next) {
        if (at + length <= next->start)
          return at;
        at = std::max(at, next->end);
      }
      for (++block; block != blocks_.end() && !may_fit(*block, length); ++block)
        at = block->end;
      if (block == blocks_.end())
        return at;
      next = block->times.begin();
    }
  }
  /// The end of the last time; 0 if there is none.
  Seconds end() const { return blocks_.empty() ? 0 : blocks_.back().end; }

  void insert(Seconds start, Seconds end) {
    const Time time{start, end};
    if (blocks_.empty()) {
      blocks_.push_back({{time}, start, end});
      return;
    }
    auto block = block_of(time);
    block->times.insert(std::upper_bound(block->times.begin(), block->times.end(), time), time);
    if (block->times.size() > most_) {
      Block second{};
      const auto half = block->times.begin() + static_cast<std::ptrdiff_t>(most_ / 2);
      second.times.assign(half, block->times.end());
      block->times.erase(half, block->times.end());
      block = blocks_.insert(block + 1, std::move(second)) - 1;
    }
    measure_from(block);
  }

  /// Removes a time that was inserted.
  void erase(Seconds start, Seconds end) {
    const Time time{start, end};
    auto block = block_of(time);
    block->times.erase(std::lower_bound(block->times.begin(), block->times.end(), time));
    if (block->times.empty())
      block = blocks_.erase(block);
    if (block != blocks_.end())
      measure_from(block);
  }

private:
  struct Time {
    Seconds start, end;

    friend bool operator<(const Time& a, const Time& b) {
      return a.start != b.start ? a.start < b.start : a.end < b.end;
    }
  };
  struct Block {
    std::vector<Time> times; ///< in their order
    Seconds greatest_gap;    ///< before one of its times
    Seconds end;             ///< of its last time
  };
  using Blocks = std::vector<Block>;

  static constexpr std::size_t most_ = 64; ///< times of a block

  /// Whether a gap of the block could hold the length. Both sums of dates are rounded, by as much as the last
  /// digit of the latest.
  static bool may_fit(const Block& block, Seconds length) {
    return block.greatest_gap + 4 * std::numeric_limits<Seconds>::epsilon() * block.end >= length;
  }

  /// The block to which the time belongs: the first that ends with a time not before it, or the last.
  Blocks::iterator block_of(const Time& time) {
    const auto found = std::partition_point(blocks_.begin(), blocks_.end(),
                                            [&](const Block& one) { return one.times.back() < time; });
    return found == blocks_.end() ? found - 1 : found;
  }

  void measure(Blocks::iterator block) {
    Seconds before = block == blocks_.begin() ? 0 : (block - 1)->end;
    block->greatest_gap = 0;
    for (const auto& time : block->times) {
      block->greatest_gap = std::max(block->greatest_gap, time.start - before);
      before = time.end;
    }
    block->end = before;
  }
  /// The first gap of the next block begins in this one.
  void measure_from(Blocks::iterator block) {
    measure(block);
    if (block + 1 != blocks_.end())
      measure(block + 1);
  }

  Blocks blocks_; ///< none is empty
};

} // namespace malha::workflow
