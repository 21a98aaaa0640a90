// SPDX-License-Identifier: MIT
#pragma once
#include "siblings.hpp"

#include <cmath>

namespace malha::cluster {

/// Whether two siblings that follow each other keep their order, or stay tied, while all usage decays.
///
/// A level fair-share value is a share divided by a part of usage, and a decay leaves the quotients of values
/// as they are, but for rounding. Let u be 2^-53, by which a sum, a product or a quotient is off at most. A
/// decay changes the quotient of two usages by 2 u at most. A value is off by 2 u, since it is two divisions;
/// so two values are by 4 u when they are compared now, and by 4 u when they are compared later. So the order
/// holds for k decays if the larger value is more than 1 + (2 k + 8) u times the smaller one. With the error
/// of that quotient, and of the sum of errors, k + 6 units of 2 u are enough, up to 10^7 decays.
///
/// Returns how many decays are certain to change nothing; -1: not even a charge to others is.
inline std::int64_t certain_decays(const ShareTree& tree, int before, int after) {
  constexpr std::int64_t most = 10'000'000;
  constexpr double units_of_comparisons = 6;
  const double larger = level_fs(tree, before), smaller = level_fs(tree, after);
  if (std::isinf(larger) ||
      smaller == 0) // who used nothing, or has no shares, stays so until they are charged
    return most;
  if (larger == smaller) // equal numbers stay equal, others that have equal quotients need not
    return tree.share_of_level(before) == tree.share_of_level(after) &&
                   tree.usage(before) == tree.usage(after)
               ? most
               : -1;
  const double units = (larger / smaller - 1) / std::numeric_limits<double>::epsilon() - units_of_comparisons;
  return units < 0 ? -1 : static_cast<std::int64_t>(std::min<double>(units, most));
}

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
    int account = -1; ///< its fair-share parent; -1: it is the root
    bool is_user = false;
    bool is_tied = false;        ///< whether its value is that of the sibling before it
    int position = 0;            ///< in `order_`
    int users = 0;               ///< below it; of a user 1
    int users_before = 0;        ///< below the siblings before it
    int begin = 0, end = 0;      ///< of an account: of its fair-share children in `order_`
    std::int64_t ranked_at = -1; ///< the update for which `rank` is known
    int rank = 0;
  };

  Place& place(int number) { return places_[static_cast<std::size_t>(number)]; }
  const Place& place(int number) const { return places_[static_cast<std::size_t>(number)]; }
  int& at(int position) { return order_[static_cast<std::size_t>(position)]; }
  int at(int position) const { return order_[static_cast<std::size_t>(position)]; }
  bool is_first(int number) const { return place(number).position == place(place(number).account).begin; }

  /// Gives each account a part of `order_` for its fair-share children. Parents have smaller numbers.
  void take_levels(const ShareTree& tree) {
    all_users_ = tree.users();
    places_.assign(static_cast<std::size_t>(tree.size()), {});
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
      place(number).begin = static_cast<int>(order_.size());
      order_.insert(order_.end(), below.rbegin(), below.rend());
      place(number).end = static_cast<int>(order_.size());
    }
  }

  void sort_all(const ShareTree& tree) {
    certain_until_ = std::numeric_limits<std::int64_t>::max();
    for (const auto& account : places_) {
      level_.clear();
      for (int position = account.begin; position < account.end; ++position)
        level_.push_back(sibling(tree, at(position)));
      sort_from(0, level_);
      int position = account.begin, users = 0;
      for (const auto& own : level_) {
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
    const int end = place(own.account).end, from = own.position, to = last_before(tree, number, end);
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
      own.users_before += other.users;
    }
    at(to) = number;
    own.position = to;
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
    const int previous = at(own.position - 1);
    own.is_tied = level_fs(tree, previous) == level_fs(tree, number);
    certain_until_ = std::min(certain_until_, tree.changes().decays + certain_decays(tree, previous, number));
  }

  /// As built, the rank of who is tied with the sibling before them is that of the last user before them. An
  /// account that is tied makes the first of its children so.
  int rank(int user) {
    tied_.clear();
    int found = all_users_;
    for (int number = user;; number = user_before(number)) {
      const auto& own = place(number);
      if (own.ranked_at == updates_ || !is_tied(number)) {
        found = own.ranked_at == updates_ ? own.rank : all_users_ - users_before(number);
        break;
      }
      tied_.push_back(number);
      if (users_before(number) == 0) // they are tied with an account without users
        break;
    }
    for (const int number : tied_) {
      place(number).rank = found;
      place(number).ranked_at = updates_;
    }
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
      int last = place(number).end - 1;
      while (place(at(last)).users == 0)
        --last;
      number = at(last);
    }
    return number;
  }

  int all_users_ = 0;
  std::vector<Place> places_; ///< by association
  std::vector<int> order_;    ///< the fair-share children of all accounts, those of each account in order
  /// For how many decays of the tree the order is certain, but for who is charged.
  std::int64_t certain_until_ = 0;
  std::int64_t updates_ = 0;
  std::vector<Sibling> level_;
  std::vector<int> moving_, has_other_neighbour_, tied_;
};

} // namespace malha::cluster
