// SPDX-License-Identifier: MIT
#pragma once
#include "siblings.hpp"

namespace malha::cluster {

/// Fair Tree with ties as built, for a tree whose usage decays again and again while few users are charged:
/// the same factors as those of `FairTree`, without ranking all users anew.
///
/// A decay changes no order, but for coincidences (`certain_decays`), and who is charged moves only towards
/// smaller values. So the siblings of each level are kept in order, and those that were charged are moved.
/// Where the order may have changed in another way all are sorted anew. A user is ranked when somebody asks.
class FairRanks {
public:
  /// Takes the usage that the tree has now. It must be the only one to whom the tree tells its changes.
  void update(ShareTree& tree) {
    const auto& changes = tree.changes();
    if (changes.is_new_tree)
      take_levels(tree);
    if (changes.is_new_tree || changes.is_all_changed || changes.decays > certain_until_)
      sort_all(tree);
    else
      move_charged(tree);
    tree.forget_changes();
    ++updates_;
  }

  /// The factor of a user at the last update: their rank, counted from the worst, divided by the number of
  /// users; 0 of an account.
  double factor(int number) {
    return place(number).is_user ? static_cast<double>(rank(number)) / all_users_ : 0;
  }

private:
  /// Where an association is.
  struct Place {
    int account = -1;     ///< its fair-share parent; -1: it is the root
    int position = 0;     ///< in `order_`
    int users = 0;        ///< below it; of a user 1
    int users_before = 0; ///< below the siblings before it
    bool is_user = false;
    bool is_tied = false; ///< whether its value is that of the sibling before it
  };
  /// The part of `order_` that has the fair-share children of an account.
  struct Level {
    int begin = 0, end = 0;
  };
  /// The rank of a user, and the update for which that is so.
  struct Known {
    std::int64_t update = -1;
    int rank = 0;
  };

  Place& place(int number) { return places_[static_cast<std::size_t>(number)]; }
  const Place& place(int number) const { return places_[static_cast<std::size_t>(number)]; }
  Level& level(int account) { return levels_[static_cast<std::size_t>(account)]; }
  const Level& level(int account) const { return levels_[static_cast<std::size_t>(account)]; }
  int& at(int position) { return order_[static_cast<std::size_t>(position)]; }
  int at(int position) const { return order_[static_cast<std::size_t>(position)]; }
  bool is_first(int number) const { return place(number).position == level(place(number).account).begin; }

  /// Gives each account a part of `order_` for its fair-share children. Parents have smaller numbers.
  void take_levels(const ShareTree& tree) {
    all_users_ = tree.users();
    places_.assign(static_cast<std::size_t>(tree.size()), {});
    levels_.assign(places_.size(), {});
    known_.assign(places_.size(), {});
    std::vector<std::vector<int>> children(places_.size());
    for (int number = tree.size() - 1; number > 0; --number) {
      auto& own = place(number);
      own.account = tree.share_parent(number);
      own.is_user = tree.is_user(number);
      own.users += own.is_user;
      place(own.account).users += own.users;
      if (is_ranked(tree, number))
        children[static_cast<std::size_t>(own.account)].push_back(number);
    }
    order_.clear();
    for (int number = 0; number < tree.size(); ++number) {
      const auto& below = children[static_cast<std::size_t>(number)];
      level(number).begin = static_cast<int>(order_.size());
      order_.insert(order_.end(), below.rbegin(), below.rend());
      level(number).end = static_cast<int>(order_.size());
    }
  }

  void sort_all(const ShareTree& tree) {
    certain_until_ = std::numeric_limits<std::int64_t>::max();
    for (const auto& level : levels_) {
      sorted_.clear();
      for (int position = level.begin; position < level.end; ++position)
        sorted_.push_back(sibling(tree, at(position)));
      sort_from(0, sorted_);
      int position = level.begin, users = 0;
      for (const auto& own : sorted_) {
        at(position) = own.number;
        place(own.number).position = position++;
        place(own.number).users_before = std::exchange(users, users + place(own.number).users);
        compare_to_previous(tree, own.number);
      }
    }
  }

  /// The last one first: whoever comes behind it is in order then.
  void move_charged(const ShareTree& tree) {
    moving_.clear();
    for (const int number : tree.changes().charged)
      if (number > 0 && is_ranked(tree, number))
        moving_.push_back(number);
    std::sort(moving_.begin(), moving_.end(),
              [&](int one, int other) { return place(one).position > place(other).position; });
    has_other_neighbour_.clear();
    for (const int number : moving_)
      move(tree, number);
    for (const int number : has_other_neighbour_)
      compare_to_previous(tree, number);
  }

  void move(const ShareTree& tree, int number) {
    auto& own = place(number);
    const int end = level(own.account).end, from = own.position, to = last_before(tree, number, end);
    has_other_neighbour_.push_back(number);
    if (to + 1 < end)
      has_other_neighbour_.push_back(at(to + 1));
    if (to == from)
      return;
    for (int position = from; position < to; ++position) {
      at(position) = at(position + 1);
      auto& other = place(at(position));
      other.position = position;
      other.users_before -= own.users;
    }
    at(to) = number;
    own.position = to;
    own.users_before = place(at(to - 1)).users_before + place(at(to - 1)).users;
    has_other_neighbour_.push_back(at(from));
  }

  /// The position of the last sibling that comes before it now; its own if none behind it does.
  int last_before(const ShareTree& tree, int number, int end) const {
    const auto own = sibling(tree, number);
    const auto is_before = [&](int position) { return sibling(tree, at(position)) < own; };
    int last = place(number).position, step = 1;
    for (; last + step < end && is_before(last + step); step *= 2)
      last += step;
    for (end = std::min(end, last + step); end - last > 1;) {
      const int middle = last + (end - last) / 2;
      (is_before(middle) ? last : end) = middle;
    }
    return last;
  }

  void compare_to_previous(const ShareTree& tree, int number) {
    auto& own = place(number);
    own.is_tied = false;
    if (is_first(number))
      return;
    const auto before = sibling(tree, at(own.position - 1)), after = sibling(tree, number);
    own.is_tied = before.level_fs == after.level_fs;
    certain_until_ = std::min(certain_until_, tree.changes().decays + certain_decays(tree, before, after));
  }

  /// As built, the rank of who is tied with the sibling before them is that of the last user before them. An
  /// account that is tied makes the first of its children so.
  int rank(int user) {
    tied_.clear();
    int found = all_users_;
    for (int number = user;; number = user_before(number)) {
      const auto& known = known_[static_cast<std::size_t>(number)];
      if (known.update == updates_ || !is_tied(number)) {
        found = known.update == updates_ ? known.rank : all_users_ - users_before(number);
        break;
      }
      tied_.push_back(number);
      if (users_before(number) == 0) // they are tied with an account without users
        break;
    }
    for (const int number : tied_)
      known_[static_cast<std::size_t>(number)] = {updates_, found};
    return found;
  }

  bool is_tied(int number) const {
    while (number > 0 && is_first(number))
      number = place(number).account;
    return number > 0 && place(number).is_tied;
  }

  /// How many users are ranked before those of an association.
  int users_before(int number) const {
    int sum = 0;
    for (; number > 0; number = place(number).account)
      sum += place(number).users_before;
    return sum;
  }

  /// The user who is ranked just before another one that is not the first.
  int user_before(int number) const {
    do {
      while (is_first(number))
        number = place(number).account;
      number = at(place(number).position - 1);
    } while (place(number).users == 0);
    while (!place(number).is_user) {
      int last = level(number).end - 1;
      while (place(at(last)).users == 0)
        --last;
      number = at(last);
    }
    return number;
  }

  int all_users_ = 0;
  std::vector<Place> places_; ///< by association
  std::vector<Level> levels_; ///< likewise
  std::vector<Known> known_;  ///< likewise
  std::vector<int> order_;    ///< the fair-share children of all accounts, those of each account in order
  /// For how many decays of the tree the order is certain, but for who is charged.
  std::int64_t certain_until_ = 0;
  std::int64_t updates_ = 0;
  std::vector<Sibling> sorted_;
  std::vector<int> moving_, has_other_neighbour_, tied_;
};

} // namespace malha::cluster
