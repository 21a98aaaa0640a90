// SPDX-License-Identifier: MIT
#pragma once
#include "tuple_members.hpp"

#include <cstddef>

namespace malha::tuple_space {

/// Finds the places of tuples by a hash of the fields that an index looks at. Tuples with equal fields are a
/// group. Most groups have one tuple, and take 16 B. The caller compares tuples itself.
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

  /// The group of that hash for which `equal(place)` holds, where `place` is that of its oldest tuple.
  template <class Equal>
  Group find(std::size_t hash, Equal&& equal) const {
    if (slots_.empty())
      return {};
    const auto& slot = slots_[position_of(
        hash, [&](const Slot& one) { return equal(one.is_one() ? one.place : oldest(one)); })];
    return slot.empty() ? Group{} : Group{slot.place, slot.is_one() ? nullptr : &many_[slot.many]};
  }

  /// Adds a tuple to its group. `id_of(place)` is the age of a tuple.
  template <class Equal, class IdOf>
  void add(std::size_t hash, const Member& member, Equal&& equal, IdOf&& id_of) {
    if (2 * (groups_ + 1) > slots_.size())
      grow();
    auto& slot = slots_[position_of(
        hash, [&](const Slot& one) { return equal(one.is_one() ? one.place : oldest(one)); })];
    if (slot.empty()) {
      slot = {hash, member.place, no_place};
      ++groups_;
      return;
    }
    if (slot.is_one()) {
      const Member first{id_of(slot.place), slot.place};
      slot.many = new_members();
      slot.place = no_place;
      many_[slot.many].insert(first);
    }
    many_[slot.many].insert(member);
  }

  /// Removes a tuple. One that is alone is known by its place, since a NaN does not equal itself.
  template <class Equal>
  void remove(std::size_t hash, const Member& member, Equal&& equal) {
    const auto position = position_of(
        hash, [&](const Slot& one) { return one.is_one() ? one.place == member.place : equal(oldest(one)); });
    const auto& slot = slots_[position];
    if (!slot.is_one()) {
      auto& members = many_[slot.many];
      members.erase(member.id);
      if (members.size() > 0)
        return;
      members = Members(ranked_);
      unused_.push_back(slot.many);
    }
    erase(position);
    --groups_;
  }

  /// Number of groups.
  std::size_t size() const { return groups_; }

private:
  struct Slot {
    std::size_t hash = 0;
    Place place = no_place;        ///< of the tuple, if there is one
    std::uint32_t many = no_place; ///< number of the members, if there are several
    bool is_one() const { return place != no_place; }
    bool empty() const { return place == no_place && many == no_place; }
  };

  Place oldest(const Slot& slot) const { return many_[slot.many].oldest().place; }
  std::size_t home_of(std::size_t hash) const { return (hash * 0x9e3779b97f4a7c15u) >> shift_; }
  std::size_t after(std::size_t position) const { return (position + 1) & (slots_.size() - 1); }

  /// Of the group, or where it would be.
  template <class IsIt>
  std::size_t position_of(std::size_t hash, IsIt&& is_it) const {
    auto position = home_of(hash);
    while (!slots_[position].empty() && !(slots_[position].hash == hash && is_it(slots_[position])))
      position = after(position);
    return position;
  }

  std::uint32_t new_members();
  void grow();
  void erase(std::size_t position);

  bool ranked_;
  std::vector<Slot> slots_; ///< a power of two; a hash whose slot is taken uses the next one
  unsigned shift_ = 64;
  std::size_t groups_ = 0;
  std::vector<Members> many_;
  std::vector<std::uint32_t> unused_; ///< numbers
};

} // namespace malha::tuple_space
