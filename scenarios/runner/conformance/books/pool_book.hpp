// SPDX-License-Identifier: MIT
#pragma once
#include "policies/ownership/negotiation.hpp"
#include "policies/ownership/preemption.hpp"

namespace malha::conformance {

/// The book of a pool, for views and tests. Machines have 1 flop/s, are up and free, and have no owner; tasks
/// are numbered as they are added. The f of a user is what is owed to the user: the share minus the machines
/// that the user holds, or that are kept for the user.
struct Book {
  Seconds now = 0;
  std::vector<ownership::User> users;
  std::vector<ownership::Machine> machines;
  IndexSet free, kept;
  std::vector<ownership::HeldChange> changes;
  TaskId tasks = 0; ///< number of tasks

  /// Users with these shares, and this number of machines.
  Book(const std::vector<double>& shares, int number)
      : users(shares.size()), machines(static_cast<std::size_t>(number)), free(0, number) {
    for (std::size_t user = 0; user < shares.size(); ++user)
      users[user].share = shares[user];
    for (auto& machine : machines)
      machine.speed = 1;
  }

  /// Adds ready tasks of the user.
  void ready(int user, int number) {
    for (int i = 0; i < number; ++i, ++tasks)
      users.at(index(user)).ready[tasks].task.id = tasks;
  }
  /// Adds a task of the user that runs on the machine, which was free.
  void run(int user, int machine, Seconds start, Seconds executed = 0) {
    users.at(index(user)).running.insert({tasks++, machine, start, executed});
    users[index(user)].held += machines.at(index(machine)).capacity;
    free.remove(IndexSet(machine, 1));
  }
  /// The machine, which was free, is down.
  void crash(int machine) {
    machines.at(index(machine)).is_up = false;
    free.remove(IndexSet(machine, 1));
  }
  /// The machine, which was free, is kept for the user.
  void keep(int machine, int user) {
    users.at(index(user)).kept += machines.at(index(machine)).capacity;
    ++users[index(user)].machines_kept;
    machines[index(machine)].kept_for = user;
    free.remove(IndexSet(machine, 1));
    kept.insert(IndexSet(machine, 1));
  }

  ownership::PoolView view() const {
    double capacity = 0;
    for (const auto& machine : machines)
      capacity += machine.capacity;
    return {now, users, machines, capacity / static_cast<double>(machines.size()), free, kept, changes};
  }

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
};

} // namespace malha::conformance
