// SPDX-License-Identifier: MIT
#pragma once
#include "listener.hpp"

namespace malha::ownership {

/// The costs and debts of a pool, summed up while it runs (OSEP, sections 3.3.3 to 3.3.6; docs/ownership.md).
/// Areas are in percent of the pool's capacity times seconds.
class Measures : public Listener {
public:
  explicit Measures(const std::vector<PoolMachine>& machines, const ShareRules& rules = {});

  void submitted(const Job& job, int user) override;
  void started(const PoolRun& run) override;
  void stopping(const PoolRun& run, Seconds date) override;
  void cut_short(const PoolRun& run, Seconds end, Cut why, const KeptRun& kept) override;
  void ended(const PoolRun& run, Seconds end) override;
  void down(int machine, Seconds date) override { switched(machine, false, date); }
  void up(int machine, Seconds date) override { switched(machine, true, date); }

  /// The share that was owed to users who came while others ran, and was not delivered: from each submission
  /// until the user first held the lesser of share and demand.
  double policy_violation() const;
  /// The time of machines from a preemption until the next task there, or until their failure if it is
  /// earlier.
  double loss_of_capacity() const { return percent(switching_); }
  /// The time of machines beyond what the tasks needed: lost work, writing of images, and processes of
  /// others.
  double policy_cost() const { return percent(extra_); }
  std::int64_t preemptions() const { return preemptions_; }
  /// The number of machines that the user lacked to the lesser of share and demand, times seconds. If
  /// capacity is speed, these are machines of the mean speed.
  double share_shortfall(int user) const { return users_[index(user)].shortfall / mean_capacity_; }

private:
  struct Account {
    double share = 0, held = 0;  ///< capacity
    std::int64_t unfinished = 0; ///< tasks
    Seconds since = 0;           ///< date until which the areas are summed up
    bool is_owed = false;        ///< a violation has begun
    double violation = 0, shortfall = 0;
  };

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  double percent(double area) const { return area * 100 / capacity_; }
  /// The lesser of share and demand.
  double claim_of(const Account& user) const {
    return std::min(user.share, static_cast<double>(user.unfinished) * mean_capacity_);
  }
  Account& account(int user);
  /// Sums up until the date, changes the account, and ends a violation if the user holds enough.
  template <class Change>
  void change(int user, Seconds date, Change change);
  void hold(const PoolRun& run);
  void release(const PoolRun& run, Seconds date);
  void end_of_switch(int machine, Seconds date);
  void switched(int machine, bool is_on, Seconds date);
  void add_extra(const PoolRun& run, Seconds time);

  const std::vector<Machine> machines_;
  Shares shares_;
  double capacity_ = 0, mean_capacity_ = 0;
  std::vector<Account> users_;
  std::vector<CopyNumber> held_by_; ///< by machine: the run that counts as held; 0: none
  std::vector<std::optional<Seconds>>
      switched_since_; ///< by machine: date of a preemption without a task since
  double held_ = 0;    ///< by all users
  double switching_ = 0, extra_ = 0;
  std::int64_t preemptions_ = 0;
};

} // namespace malha::ownership
