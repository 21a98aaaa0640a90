// SPDX-License-Identifier: MIT
#pragma once
#include "policies/ownership/pool_view.hpp"

#include <cmath>

namespace malha::ownership {

/// The usage of the pool by each user. Usage counts half after each half-life.
class DecayedUsage {
public:
  /// `half_life` in seconds, above 0.
  explicit DecayedUsage(Seconds half_life) : rate_(std::log(2.0) / half_life) {}

  /// Follows the changes of the view. Call it with every view.
  void follow(const PoolView& view) {
    users_.resize(view.users.size());
    for (const auto& change : view.changes) {
      auto& user = users_[static_cast<std::size_t>(change.user)];
      user = {change.date, usage_at(user, change.date), user.machines + change.machines, 0};
    }
    for (auto& user : users_)
      user.usage_now = usage_at(user, view.now);
    now_ = view.now;
  }

  /// The decayed machine-seconds: the integral of machines(t) * 0.5^((now - t) / half_life).
  double machine_seconds(int user) const { return users_[static_cast<std::size_t>(user)].usage_now; }
  /// The real user priority of HTCondor: an average of the machines in use, 0.5 at the start and never below
  /// (HTCondor manual, "User Priorities and Negotiation").
  double condor_priority(int user) const {
    return std::max(0.5, rate_ * machine_seconds(user) + 0.5 * std::exp(-rate_ * now_));
  }

private:
  /// The machines that a user holds since a date.
  struct Account {
    Seconds date = 0;
    double usage = 0; ///< at that date
    int machines = 0;
    double usage_now = 0; ///< at the date of the last view
  };

  double usage_at(const Account& user, Seconds date) const {
    const double left = std::exp(-rate_ * (date - user.date));
    return user.usage * left + user.machines * (1 - left) / rate_;
  }

  double rate_; ///< of the decay, 1/s
  std::vector<Account> users_;
  Seconds now_ = 0;
};

} // namespace malha::ownership
