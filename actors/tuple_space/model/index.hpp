// SPDX-License-Identifier: MIT
#pragma once
#include "members.hpp"

#include <boost/unordered_set.hpp>

#include <cstddef>

namespace malha::tuple_space {

/// The places of tuples, by a hash of the fields that the index covers. Tuples with equal fields are a group.
/// Most groups have one tuple. The caller compares tuples.
class TupleIndex {
public:
  /// `ranked`: whether the members of a group have ranks.
  explicit TupleIndex(bool ranked) : ranked_(ranked) {}

  /// A group: one tuple, or members.
  struct Group {
    Place place = no_place;
    const Members* members = nullptr;

    bool empty() const { return place == no_place && members == nullptr; }
  };

  /// The group of that hash for which `equal(place)` holds; `place` is the place of its oldest tuple.
  template <class Equal>
  Group find(std::size_t hash, Equal&& equal) const {
    const auto found = found_by(hash, [&](const Slot& slot) { return equal(oldest(slot)); });
    if (found == slots_.end())
      return {};
    return {found->place, found->is_one() ? nullptr : &many_[found->many]};
  }

  /// Adds a tuple to its group. `id_of(place)` is the age of a tuple.
  template <class Equal, class IdOf>
  void add(std::size_t hash, const Member& member, Equal&& equal, IdOf&& id_of) {
    const auto found = found_by(hash, [&](const Slot& slot) { return equal(oldest(slot)); });
    if (found == slots_.end()) {
      slots_.insert({hash, member.place, no_place});
      return;
    }
    if (found->is_one()) {
      found->many = new_members();
      many_[found->many].insert({id_of(found->place), found->place});
      found->place = no_place;
    }
    many_[found->many].insert(member);
  }

  /// Removes a tuple. A tuple that is alone in its group is found by its place, since a NaN does not equal
  /// itself.
  template <class Equal>
  void remove(std::size_t hash, const Member& member, Equal&& equal) {
    const auto found = found_by(hash, [&](const Slot& slot) {
      return slot.is_one() ? slot.place == member.place : equal(oldest(slot));
    });
    if (!found->is_one()) {
      auto& members = many_[found->many];
      members.erase(member.id);
      if (members.size() > 0)
        return;
      members = Members(ranked_);
      unused_.push_back(found->many);
    }
    slots_.erase(found);
  }

  /// The number of groups.
  std::size_t size() const { return slots_.size(); }

private:
  /// A group. Its content may change while the set holds it: the set reads its hash only, and never holds two
  /// groups of the same tuples.
  struct Slot {
    std::size_t hash;
    mutable Place place;        ///< place of the tuple, if there is one
    mutable std::uint32_t many; ///< number of the members, if there are several

    bool is_one() const { return place != no_place; }
    friend std::size_t hash_value(const Slot& slot) { return slot.hash; }
    friend bool operator==(const Slot& a, const Slot& b) { return a.place == b.place && a.many == b.many; }
  };
  using Slots = boost::unordered_set<Slot>;

  Place oldest(const Slot& slot) const {
    return slot.is_one() ? slot.place : many_[slot.many].oldest().place;
  }

  template <class IsIt>
  Slots::const_iterator found_by(std::size_t hash, IsIt&& is_it) const {
    return slots_.find(
        hash, [](std::size_t own) { return own; },
        [&](std::size_t, const Slot& slot) { return slot.hash == hash && is_it(slot); });
  }

  std::uint32_t new_members() {
    if (unused_.empty()) {
      many_.emplace_back(ranked_);
      return static_cast<std::uint32_t>(many_.size() - 1);
    }
    const auto number = unused_.back();
    unused_.pop_back();
    return number;
  }

  bool ranked_;
  Slots slots_;
  std::vector<Members> many_;
  std::vector<std::uint32_t> unused_; ///< numbers
};

} // namespace malha::tuple_space
