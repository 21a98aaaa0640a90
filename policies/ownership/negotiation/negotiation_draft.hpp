// SPDX-License-Identifier: MIT
#pragma once
#include "policies/ownership/negotiation.hpp"

#include <algorithm>

namespace malha::ownership {

/// A negotiation in the making. It serves the machines that are kept, and knows what each user holds with
/// what was given so far.
class NegotiationDraft {
public:
  /// Every kept machine gets the first ready task of its user.
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

  /// Capacity that is owed to the user; below 0: what he holds beyond his share.
  double owed(int user) const { return users_[place(user)].owed; }
  /// Machines that run tasks of his.
  int running(int user) const { return users_[place(user)].running; }

  /// Gives the free machines one by one, in their order, each to the first ready task of a user who has one
  /// for which no machine is kept. `goes_before(user, other)` says who comes first; it may look at what both
  /// hold. Ties go to the user who submitted first.
  template <class GoesBefore>
  std::vector<Start> give_free(GoesBefore goes_before) && {
    const auto comes_later = [&](int user, int other) {
      if (goes_before(user, other) || goes_before(other, user))
        return goes_before(other, user);
      return comes_first(view_, other, user);
    };
    // The first of the heap is next. Nobody else's place changes when he is given a machine.
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
    std::map<TaskId, ReadyTask>::const_iterator next; ///< the first ready task that has not been given
    int unserved;                                     ///< ready tasks for which no machine is kept
    double owed;                                      ///< machines that are kept count as held
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
