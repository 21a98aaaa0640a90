// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/bag_listener.hpp"
#include "actors/model/broken_rule.hpp"
#include "policies/ownership/negotiation.hpp"
#include "policies/ownership/preemption.hpp"
#include "shares.hpp"

#include <unordered_map>

namespace malha::ownership {

/// A machine as the platform gives it.
struct PoolMachine {
  FlopsPerSecond speed;
  std::string owner = {}; ///< name of a user; empty: nobody's
};

/// What a machine runs, or ran when it was told to stop.
struct PoolRun {
  CopyNumber number; ///< counts the runs of the pool
  ReadyTask ready;   ///< the task as it was when it started
  int user;
  int machine;
  Seconds start;
  bool is_stopping = false; ///< its image is being written, or the machine has not answered yet

  RunningTask running() const { return {ready.task.id, machine, start, ready.executed}; }
};

/// What a pool knows: users with their ready and running tasks, and machines. Knows no clock: dates are
/// given, and never go back. What has ended is not kept.
class Book {
public:
  explicit Book(const std::vector<PoolMachine>& machines, const ShareRules& rules = {});

  /// The number of the user of that name, who is new if there is none.
  int user(const std::string& name);
  /// The tasks become ready.
  void submit(const Job& job, int user, Seconds date);

  bool idle() const { return running_ == 0 && ready_ == 0; }
  bool asks_to_preempt() const { return running_ > 0 && ready_ > 0; }
  bool asks_to_negotiate() const { return ready_ > 0 && (!free_.empty() || !kept_.empty()); }
  /// For the policies. Their users' machine-seconds are brought to that date.
  PoolView view(Seconds now);
  /// The negotiation has been asked.
  void clear_changes() { changes_.clear(); }

  /// Keeps a free machine, or one that stops. Throws BrokenRule.
  void keep_free(const Keep& keep);
  const PoolRun& stop(const Keep& stop, Seconds date);
  /// Machines are not kept any more for users without a ready task for them.
  void drop_void_keeps();
  /// Idle machines are not kept any more: they have been negotiated.
  void drop_keeps();

  /// Throws BrokenRule when the machine or the task cannot be taken.
  const PoolRun& start(const Start& start, Seconds date);
  /// The run of a machine, as far as is known.
  const std::optional<PoolRun>& on(int machine) const { return runs_[index(machine)]; }
  /// The run has ended its task.
  PoolRun end(int machine, Seconds date);
  /// The run has been stopped. The task is ready again, with what is left of it.
  PoolRun stopped(int machine, Seconds date, const ReadyTask& rest);
  /// The machine is down; its task, if it had one, is ready again as it was when it started.
  std::optional<PoolRun> down(int machine, Seconds date);
  void up(int machine);

  const std::vector<Machine>& machines() const { return machines_; }
  const std::vector<User>& users() const { return users_; }
  bool is_up(int machine) const { return machines_[index(machine)].is_up; }
  /// How many machines are up, as far as is known.
  int up() const { return up_; }

private:
  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  User& user_at(int number) { return users_[index(number)]; }
  void change_held(int user, int machine, int machines, Seconds date);
  void check_keep(const Keep& keep, const char* what) const;
  void keep(const Keep& keep);
  void stop_keeping(int machine);
  void switched(int machine, bool is_on);
  void set_shares();
  std::vector<Machine> with_owners(const std::vector<PoolMachine>& machines, bool in_speed);
  void make_ready(int user, const ReadyTask& task);
  PoolRun take_off(int machine);

  std::vector<User> users_;
  std::vector<Seconds> counted_until_; ///< by user: the date of the machine-seconds
  std::unordered_map<std::string, int> numbers_;
  std::vector<Machine> machines_;
  const ShareRules rules_;
  Shares shares_;
  double mean_capacity_ = 0;
  std::vector<std::optional<PoolRun>> runs_; ///< by machine
  IndexSet free_, kept_;                     ///< machines that are up and idle
  std::vector<HeldChange> changes_;
  std::int64_t ready_ = 0, running_ = 0;
  int up_;
  CopyNumber started_ = 0;
};

} // namespace malha::ownership
