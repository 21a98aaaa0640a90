// SPDX-License-Identifier: MIT
#pragma once
#include "tuple_members.hpp"
#include "tuples.hpp"

#include <boost/unordered_set.hpp>

#include <map>

namespace malha::tuple_space {

struct Entry {
  TupleId id;
  Tuple tuple;
};

/// Fields, as bits.
using Positions = std::uint64_t;
inline constexpr std::size_t most_fields = 64;

/// Where the template has actual fields, without its kind.
Positions actual_positions(const Template& wanted);

/// A hash of the values at those positions, where a template must have actual ones. Equal values have equal
/// hashes.
std::size_t hash_at(Positions positions, const Tuple& tuple);
std::size_t hash_at(Positions positions, const Template& wanted);

/// Tuples of one kind, and an index of them for each set of positions that some template asked for.
class Pool {
public:
  /// `ranked`: whether the members of what matches have ranks.
  explicit Pool(bool ranked) : ranked_(ranked) {}

  void put(Entry entry);
  Entry take(Place place);
  const Tuple& operator[](Place place) const { return entries_[place].tuple; }
  /// Those that match a template that fits the shape of the pool; null when there are none. The first call
  /// with other actual positions looks at all tuples.
  const Members* matching(const Template& wanted);
  std::size_t size() const { return entries_.size() - unused_.size(); }
  /// All of them, by age; the pool is of no use afterwards.
  std::vector<Entry> release();
  /// Weight on a network of all of them.
  Bytes weight() const;
  /// How much the books hold: places, entries of indices, and keys.
  std::size_t held() const;

private:
  /// Tuples that are equal at the positions of an index. In what, is read from the oldest of them, so that no
  /// key is kept.
  struct Group {
    std::size_t hash;
    TupleId founder; ///< tells it from others of that hash
    mutable Members members;

    friend std::size_t hash_value(const Group& group) { return group.hash; }
    friend bool operator==(const Group& a, const Group& b) { return a.founder == b.founder; }
  };
  using Index = boost::unordered_set<Group>;

  const Tuple& oldest(const Group& group) const { return entries_[group.members.oldest().place].tuple; }
  Index build(Positions positions) const;
  void add(Index& index, Positions positions, Place place) const;
  void remove(Index& index, Positions positions, Place place) const;

  bool ranked_;
  std::vector<Entry> entries_; ///< those without a tuple have id 0
  std::vector<Place> unused_;
  std::map<Positions, Index> indices_;
};

} // namespace malha::tuple_space
