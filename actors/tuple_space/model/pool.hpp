// SPDX-License-Identifier: MIT
#pragma once
#include "index.hpp"
#include "tuples.hpp"

#include <boost/container/flat_map.hpp>

namespace malha::tuple_space {

struct Entry {
  TupleId id;
  Tuple tuple;
};

/// A set of field positions, as bits.
using Positions = std::uint64_t;
inline constexpr std::size_t most_fields = 64;

/// The positions at which the template has actual fields, without its kind.
Positions actual_positions(const Template& wanted);

/// A hash of the values at those positions. A template must have actual fields there. Equal values have equal
/// hashes.
std::size_t hash_at(Positions positions, const Tuple& tuple);
std::size_t hash_at(Positions positions, const Template& wanted);

/// Tuples that match a template, by age.
class Matches {
public:
  Matches() = default;
  explicit Matches(const Member& one) : one_(one), size_(1) {}
  explicit Matches(const Members& several) : several_(&several), size_(several.size()) {}

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  const Member& oldest() const { return several_ == nullptr ? one_ : several_->oldest(); }
  /// The tuple with that rank by age, from 0; only if the pool is ranked.
  const Member& nth(std::size_t rank) const { return several_ == nullptr ? one_ : several_->nth(rank); }
  template <class Act>
  void for_each(Act&& act) const {
    if (several_ != nullptr)
      several_->for_each(act);
    else if (!empty())
      act(one_);
  }

private:
  Member one_{0, no_place};
  const Members* several_ = nullptr;
  std::size_t size_ = 0;
};

/// Tuples of one kind, with an index for each set of actual positions that some template has had.
class Pool {
public:
  /// `ranked`: whether the members of matches have ranks.
  explicit Pool(bool ranked) : ranked_(ranked) {}

  void put(Entry entry);
  Entry take(Place place);
  const Tuple& operator[](Place place) const { return entries_[place].tuple; }
  /// The tuples that match a template that fits the shape of the pool. The first call with other actual
  /// positions reads all tuples.
  Matches matching(const Template& wanted);
  std::size_t size() const { return entries_.size() - unused_.size(); }
  /// Takes all tuples out, by age; the pool must not be used afterwards.
  std::vector<Entry> release();
  /// Size of all tuples on a network, in B.
  Bytes weight() const;
  /// The number of entries: places, entries of indices, and keys.
  std::size_t held() const;

private:
  TupleIndex build(Positions positions) const;
  void add(TupleIndex& index, Positions positions, Place place) const;
  void remove(TupleIndex& index, Positions positions, Place place) const;

  bool ranked_;
  std::vector<Entry> entries_; ///< entries without a tuple have id 0
  std::vector<Place> unused_;
  boost::container::flat_map<Positions, TupleIndex> indices_;
};

} // namespace malha::tuple_space
