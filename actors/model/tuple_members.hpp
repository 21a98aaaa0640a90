// SPDX-License-Identifier: MIT
#pragma once
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index/ranked_index.hpp>
#include <boost/multi_index_container.hpp>

#include <cstdint>
#include <variant>

namespace malha::tuple_space {

/// Age of a tuple: one that was written before has a lower one.
using TupleId = std::int64_t;

/// Where a pool keeps a tuple.
using Place = std::uint32_t;

struct Member {
  TupleId id;
  Place place;
};

/// Tuples by age. Ranks cost twice the time of the order alone, so that they are there only where asked for;
/// the many that are of one tuple cost next to nothing.
class Members {
public:
  Members(bool ranked, const Member& first) : members_(One{first}) {
    if (ranked)
      members_.emplace<Ranked>().insert(first);
  }

  void insert(const Member& member) {
    if (const auto* one = std::get_if<One>(&members_); one != nullptr && !one->empty()) {
      const Member first = *one->begin();
      members_.emplace<Ordered>().insert(first);
    }
    std::visit([&](auto& members) { members.insert(members.end(), member); },
               members_); // mostly the youngest
  }
  void erase(TupleId id) {
    std::visit([&](auto& members) { members.erase(id); }, members_);
  }
  bool empty() const { return size() == 0; }
  std::size_t size() const {
    return std::visit([](const auto& members) { return members.size(); }, members_);
  }
  const Member& oldest() const {
    return std::visit([](const auto& members) -> const Member& { return *members.begin(); }, members_);
  }
  /// The one that so many are older than; only where they are ranked.
  const Member& nth(std::size_t rank) const { return *std::get<Ranked>(members_).nth(rank); }
  template <class Act>
  void for_each(Act&& act) const {
    std::visit(
        [&](const auto& members) {
          for (const Member& member : members)
            act(member);
        },
        members_);
  }

private:
  /// At most one.
  class One {
  public:
    explicit One(const Member& member) : member_(member) {}
    void insert(const Member*, const Member& member) { *this = One(member); }
    void erase(TupleId id) { is_empty_ = is_empty_ || member_.id == id; }
    bool empty() const { return is_empty_; }
    std::size_t size() const { return is_empty_ ? 0 : 1; }
    const Member* begin() const { return &member_; }
    const Member* end() const { return &member_ + size(); }

  private:
    Member member_;
    bool is_empty_ = false;
  };
  using Id = boost::multi_index::member<Member, TupleId, &Member::id>;
  using Ordered =
      boost::multi_index_container<Member,
                                   boost::multi_index::indexed_by<boost::multi_index::ordered_unique<Id>>>;
  using Ranked =
      boost::multi_index_container<Member,
                                   boost::multi_index::indexed_by<boost::multi_index::ranked_unique<Id>>>;

  std::variant<One, Ordered, Ranked> members_;
};

} // namespace malha::tuple_space
