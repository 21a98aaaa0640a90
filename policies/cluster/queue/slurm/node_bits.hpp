// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/index_set.hpp"

#include <cstdint>

namespace malha::cluster::slurm {

/// A set of nodes by number, as bits: a pass intersects thousands of them. Sets of one pass have the same
/// width.
class NodeBits {
public:
  NodeBits() = default;
  /// An empty set for nodes from 0 to `width` - 1.
  explicit NodeBits(std::size_t width) : words_((width + bits - 1) / bits, 0) {}
  NodeBits(const IndexSet& nodes, std::size_t width) : NodeBits(width) { add(nodes); }

  /// Adds nodes, some of which may be in the set. Those beyond its width are left out.
  void add(const IndexSet& nodes) {
    for (const auto& interval : nodes.intervals())
      for_each_word(interval, [this](std::size_t word, Word mask) { words_[word] |= mask; });
  }
  void remove(const IndexSet& nodes) {
    for (const auto& interval : nodes.intervals())
      for_each_word(interval, [this](std::size_t word, Word mask) { words_[word] &= ~mask; });
  }

  NodeBits& operator&=(const NodeBits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i)
      words_[i] &= other.words_[i];
    return *this;
  }
  NodeBits& operator|=(const NodeBits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i)
      words_[i] |= other.words_[i];
    return *this;
  }
  NodeBits& operator-=(const NodeBits& other) {
    for (std::size_t i = 0; i < words_.size(); ++i)
      words_[i] &= ~other.words_[i];
    return *this;
  }

  int count() const {
    int sum = 0;
    for (const Word word : words_)
      sum += count(word);
    return sum;
  }
  /// The number of nodes that are in both sets.
  int count_in(const NodeBits& other) const {
    int sum = 0;
    for (std::size_t i = 0; i < words_.size(); ++i)
      sum += count(words_[i] & other.words_[i]);
    return sum;
  }
  bool intersects(const NodeBits& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & other.words_[i]) != 0)
        return true;
    return false;
  }
  bool is_subset_of(const NodeBits& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i)
      if ((words_[i] & ~other.words_[i]) != 0)
        return false;
    return true;
  }

  IndexSet nodes() const {
    IndexSet all;
    for (std::size_t i = 0; i < words_.size(); ++i)
      for (Word rest = words_[i]; rest != 0;) {
        const Word from_first = rest & (~rest + 1); // the lowest bit; the sum carries through its run
        const Word behind = rest + from_first, run = rest & ~behind;
        all.insert(IndexSet(static_cast<int>(i * bits) + count(from_first - 1), count(run)));
        rest &= behind;
      }
    return all;
  }

private:
  using Word = std::uint64_t;
  static constexpr std::size_t bits = 64;

  /// Without the instruction of the processor, which a portable program may not use.
  static int count(Word word) {
    word -= (word >> 1) & 0x5555555555555555u;
    word = (word & 0x3333333333333333u) + ((word >> 2) & 0x3333333333333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return static_cast<int>((word * 0x0101010101010101u) >> 56);
  }

  template <class Change>
  void for_each_word(const IndexSet::Interval& interval, Change change) {
    const auto first = static_cast<std::size_t>(interval.first);
    const auto last = std::min(static_cast<std::size_t>(interval.last), words_.size() * bits - 1);
    for (std::size_t word = first / bits; word < words_.size() && word * bits <= last; ++word) {
      Word mask = ~Word{0};
      if (word == first / bits)
        mask <<= first % bits;
      if (word == last / bits)
        mask &= ~Word{0} >> (bits - 1 - last % bits);
      change(word, mask);
    }
  }

  boost::container::small_vector<Word, 4> words_;
};

} // namespace malha::cluster::slurm
