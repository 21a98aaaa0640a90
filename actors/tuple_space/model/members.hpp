// SPDX-License-Identifier: MIT
#pragma once
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ranked_index.hpp>
#include <boost/multi_index_container.hpp>

#include <algorithm>
#include <cstdint>
#include <variant>
#include <vector>

namespace malha::tuple_space {

/// The age of a tuple: lower if it was written earlier.
using TupleId = std::int64_t;

/// The place of a tuple in a pool.
using Place = std::uint32_t;
inline constexpr Place no_place = ~Place{0};

struct Member {
  TupleId id;
  Place place;
};

/// Tuples by age, in one piece of memory. Most are added at the end and removed at the beginning. A tuple
/// that is removed in between leaves its id behind, until half of the ids are such.
class AgeQueue {
public:
  void insert(const Member& member) {
    ++size_;
    if (empty_behind(member.id))
      return members_.push_back(member);
    auto place = find(member.id);
    if (place->id != member.id)
      place = members_.insert(place, member);
    place->place = member.place;
    first_ = std::min(first_, static_cast<std::size_t>(place - members_.begin()));
  }
  void erase(TupleId id) {
    find(id)->place = no_place;
    --size_;
    while (first_ < members_.size() && members_[first_].place == no_place)
      ++first_;
    if (members_.size() > 2 * size_ + few)
      tidy();
  }
  std::size_t size() const { return size_; }
  const Member& oldest() const { return members_[first_]; }
  template <class Act>
  void for_each(Act&& act) const {
    for (std::size_t i = first_; i < members_.size(); ++i)
      if (members_[i].place != no_place)
        act(members_[i]);
  }

private:
  using Iterator = std::vector<Member>::iterator;

  static std::ptrdiff_t at(std::size_t position) { return static_cast<std::ptrdiff_t>(position); }
  bool empty_behind(TupleId id) const { return members_.empty() || members_.back().id < id; }
  Iterator find(TupleId id) {
    if (first_ < members_.size() && members_[first_].id == id)
      return members_.begin() + at(first_);
    return std::lower_bound(members_.begin(), members_.end(), id,
                            [](const Member& member, TupleId other) { return member.id < other; });
  }
  void tidy() {
    members_.erase(std::remove_if(members_.begin(), members_.end(),
                                  [](const Member& member) { return member.place == no_place; }),
                   members_.end());
    members_.shrink_to_fit();
    first_ = 0;
  }

  static constexpr std::size_t few = 16;

  std::vector<Member> members_; ///< by id; removed ones have no place
  std::size_t first_ = 0;       ///< all members before it are removed
  std::size_t size_ = 0;        ///< number of members that are not removed
};

/// Several tuples by age. Ranks cost more than the order alone, so they are kept only on demand.
class Members {
public:
  explicit Members(bool ranked) {
    if (ranked)
      members_.emplace<Ranked>();
  }

  void insert(const Member& member) {
    if (auto* const queue = std::get_if<AgeQueue>(&members_))
      return queue->insert(member);
    auto& ranked = std::get<Ranked>(members_);
    ranked.insert(ranked.end(), member); // usually the youngest
  }
  void erase(TupleId id) {
    std::visit([&](auto& members) { members.erase(id); }, members_);
  }
  std::size_t size() const {
    return std::visit([](const auto& members) { return members.size(); }, members_);
  }
  const Member& oldest() const {
    const auto* const queue = std::get_if<AgeQueue>(&members_);
    return queue != nullptr ? queue->oldest() : *std::get<Ranked>(members_).begin();
  }
  /// The tuple with that rank by age, from 0; only if ranks are kept.
  const Member& nth(std::size_t rank) const { return *std::get<Ranked>(members_).nth(rank); }
  template <class Act>
  void for_each(Act&& act) const {
    if (const auto* const queue = std::get_if<AgeQueue>(&members_))
      return queue->for_each(act);
    for (const Member& member : std::get<Ranked>(members_))
      act(member);
  }

private:
  using Id = boost::multi_index::member<Member, TupleId, &Member::id>;
  using Ranked =
      boost::multi_index_container<Member,
                                   boost::multi_index::indexed_by<boost::multi_index::ranked_unique<Id>>>;

  std::variant<AgeQueue, Ranked> members_;
};

} // namespace malha::tuple_space
