// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/bag_listener.hpp"
#include "actors/model/broken_rule.hpp"
#include "policies/ownership/negotiation.hpp"
#include "policies/ownership/preemption.hpp"
#include "shares.hpp"

#include <unordered_map>

namespace malha::ownership {

/// A machine of the platform.
struct PoolMachine {
  FlopsPerSecond speed;
  std::string owner = {}; ///< name of a user; empty: it has no owner
};

/// A task on a machine: it runs, or is being stopped.
struct PoolRun {
  CopyNumber number; ///< in the order of the pool's starts
  ReadyTask ready;   ///< the task as it was when it started
  int user;
  int machine;
  Seconds start;
  bool is_stopping = false; ///< its image is being written, or the machine has not answered yet

  RunningTask running() const { return {ready.task.id, machine, start, ready.executed}; }
};

/// The users of a pool with their ready and running tasks, and its machines, as far as the pool knows. The
/// book has no clock: its caller gives the dates, which never decrease. The book removes tasks that have
/// ended.
class Book {
public:
  explicit Book(const std::vector<PoolMachine>& machines, const ShareRules& rules = {});

  /// The number of the user of that name. Adds the user if there is none.
  int user(const std::string& name);
  /// The tasks of a job become ready.
  void submit(const Job& job, int user, Seconds date);

  bool idle() const { return running_ == 0 && ready_ == 0; }
  bool asks_to_preempt() const { return running_ > 0 && ready_ > 0; }
  bool asks_to_negotiate() const { return ready_ > 0 && (!free_.empty() || !kept_.empty()); }
  /// The view of the policies, with machine-seconds of users up to that date.
  PoolView view(Seconds now);
  /// The negotiation has been asked.
  void clear_changes() { changes_.clear(); }

  /// Keeps a free machine for a user. Throws BrokenRule if it cannot be kept.
  void keep_free(const Keep& keep);
  /// Stops the run of a machine, and keeps the machine for a user. Throws BrokenRule if that cannot be.
  const PoolRun& stop(const Keep& stop, Seconds date);
  /// Stops keeping machines for users without a ready task for them.
  void drop_void_keeps();
  /// Stops keeping idle machines, after a negotiation.
  void drop_keeps();

  /// Starts a ready task. Throws BrokenRule if it is not ready, or if the machine is not free.
  const PoolRun& start(const Start& start, Seconds date);
  /// The run of a machine, as far as the pool knows.
  const std::optional<PoolRun>& on(int machine) const { return runs_[index(machine)]; }
  /// The run has ended its task.
  PoolRun end(int machine, Seconds date);
  /// The run has stopped. Its task is ready again, with the rest of its work.
  PoolRun stopped(int machine, Seconds date, const ReadyTask& rest);
  /// The machine is down. Its task, if it had one, is ready again as it was when it started.
  std::optional<PoolRun> down(int machine, Seconds date);
  void up(int machine);

  const std::vector<Machine>& machines() const { return machines_; }
  const std::vector<User>& users() const { return users_; }
  bool is_up(int machine) const { return machines_[index(machine)].is_up; }
  /// The number of machines that are up, as far as the pool knows.
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
