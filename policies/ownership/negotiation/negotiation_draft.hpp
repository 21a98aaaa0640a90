// SPDX-License-Identifier: MIT
#pragma once
#include "policies/ownership/negotiation.hpp"

#include <algorithm>

namespace malha::ownership {

/// A draft of a negotiation. It serves the kept machines, and counts what each user holds with the starts so
/// far.
class NegotiationDraft {
public:
  /// Gives every kept machine the first ready task of its user.
  explicit NegotiationDraft(const PoolView& view) : view_(view) {
    for (const auto& user : view.users)
      users_.push_back(
          {user.ready.begin(), user.unserved(), user.owed(), static_cast<int>(user.running.size())});
    for (const int machine : view.kept)
      start(*view.machines[place(machine)].kept_for, machine);
    for (std::size_t user = 0; user < users_.size(); ++user)
      if (users_[user].unserved > 0)
        candidates_.push_back(static_cast<int>(user));
  }

  /// The capacity that is owed to the user; below 0: the user holds that much beyond their share.
  double owed(int user) const { return users_[place(user)].owed; }
  /// The number of machines that run tasks of the user.
  int running(int user) const { return users_[place(user)].running; }

  /// Gives the free machines one by one, in their order, each to the first ready task of a user who has one
  /// without a kept machine. `is_before(user, other)` is the order of users; it may depend on what both hold.
  /// Ties: the user who submitted first.
  template <class IsBefore>
  std::vector<Start> give_free(IsBefore is_before) && {
    const auto comes_later = [&](int user, int other) {
      if (is_before(user, other) || is_before(other, user))
        return is_before(other, user);
      return comes_first(view_, other, user);
    };
    // The first user of the heap is next. A start changes the place of this user only.
    std::make_heap(candidates_.begin(), candidates_.end(), comes_later);
    for (const int machine : view_.free) {
      if (candidates_.empty())
        break;
      std::pop_heap(candidates_.begin(), candidates_.end(), comes_later);
      auto& user = users_[place(candidates_.back())];
      start(candidates_.back(), machine);
      user.owed -= view_.machines[place(machine)].capacity;
      if (--user.unserved > 0)
        std::push_heap(candidates_.begin(), candidates_.end(), comes_later);
      else
        candidates_.pop_back();
    }
    return std::move(starts_);
  }

private:
  struct Given {
    std::map<TaskId, ReadyTask>::const_iterator next; ///< the first ready task without a start
    int unserved;                                     ///< ready tasks for which no machine is kept
    double owed;                                      ///< kept machines count as held
    int running;
  };

  static std::size_t place(int number) { return static_cast<std::size_t>(number); }

  void start(int number, int machine) {
    auto& user = users_[place(number)];
    starts_.push_back({number, user.next->first, machine});
    ++user.next;
    ++user.running;
  }

  const PoolView& view_;
  std::vector<Given> users_;
  std::vector<int> candidates_; ///< users with a ready task, by number
  std::vector<Start> starts_;
};

} // namespace malha::ownership
