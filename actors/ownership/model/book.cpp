// SPDX-License-Identifier: MIT
#include "book.hpp"

namespace malha::ownership {

Book::Book(const std::vector<PoolMachine>& machines, const ShareRules& rules)
    : machines_(with_owners(machines, rules.in_speed)), rules_(rules), shares_(machines_, rules),
      runs_(machines.size()), free_(0, static_cast<int>(machines.size())),
      up_(static_cast<int>(machines.size())) {
  set_shares();
  for (const auto& machine : machines_)
    mean_capacity_ += machine.capacity;
  mean_capacity_ /= static_cast<double>(machines.size()); // of equal capacities exactly this capacity
}

/// Owners are the first users.
std::vector<Machine> Book::with_owners(const std::vector<PoolMachine>& given, bool in_speed) {
  std::vector<Machine> machines;
  for (const auto& [speed, owner] : given) {
    auto& machine = machines.emplace_back();
    machine.speed = speed;
    machine.capacity = in_speed ? speed : 1;
    if (!owner.empty())
      machine.owner = user(owner);
  }
  return machines;
}

int Book::user(const std::string& name) {
  const auto [known, is_new] = numbers_.emplace(name, static_cast<int>(users_.size()));
  if (is_new) {
    users_.emplace_back().name = name;
    counted_until_.push_back(0);
  }
  return known->second;
}

void Book::submit(const Job& job, int number, Seconds date) {
  auto& user = user_at(number);
  user.first_submission = std::min(user.first_submission, date);
  for (const auto& task : job.tasks)
    make_ready(number, ReadyTask{task});
}

void Book::make_ready(int user, const ReadyTask& task) {
  auto& ready = user_at(user).ready;
  ready.emplace_hint(ready.end(), task.task.id, task);
  ++ready_;
}

PoolView Book::view(Seconds now) {
  if (rules_.guarantee > 0) // it depends on who has tasks
    set_shares();
  for (std::size_t i = 0; i < users_.size(); ++i) {
    users_[i].machine_seconds += static_cast<double>(users_[i].running.size()) * (now - counted_until_[i]);
    counted_until_[i] = now;
  }
  return {now, users_, machines_, mean_capacity_, free_, kept_, changes_};
}

/// Call it before the number of tasks that the user runs changes.
void Book::change_held(int number, int machine, int machines, Seconds date) {
  auto& user = user_at(number);
  auto& counted = counted_until_[index(number)];
  user.machine_seconds += static_cast<double>(user.running.size()) * (date - counted);
  counted = date;
  user.held += machines * machines_[index(machine)].capacity;
  changes_.push_back({date, number, machines});
}

void Book::check_keep(const Keep& keep, const char* what) const {
  const auto broken = [&keep, what](const std::string& why) {
    return BrokenRule(std::string("it ") + what + " machine " + std::to_string(keep.machine) + " for user " +
                      std::to_string(keep.user) + ", " + why);
  };
  if (keep.machine < 0 || keep.machine >= static_cast<int>(machines_.size()))
    throw broken("which is not there (" + std::to_string(machines_.size()) + " machines are)");
  if (keep.user < 0 || keep.user >= static_cast<int>(users_.size()))
    throw broken("who is not there (" + std::to_string(users_.size()) + " users are)");
  if (users_[index(keep.user)].unserved() <= 0)
    throw broken("who has no further ready task");
}

void Book::keep(const Keep& keep) {
  auto& user = user_at(keep.user);
  auto& machine = machines_[index(keep.machine)];
  machine.kept_for = keep.user;
  user.kept += machine.capacity;
  ++user.machines_kept;
}

void Book::keep_free(const Keep& keep) {
  check_keep(keep, "keeps");
  if (!free_.contains(keep.machine))
    throw BrokenRule("it keeps machine " + std::to_string(keep.machine) + ", which is not free");
  this->keep(keep);
  free_.remove(IndexSet(keep.machine, 1));
  kept_.insert(IndexSet(keep.machine, 1));
}

const PoolRun& Book::stop(const Keep& stop, Seconds date) {
  check_keep(stop, "stops a task and keeps");
  auto& run = runs_[index(stop.machine)];
  if (!run || run->is_stopping)
    throw BrokenRule("it stops the task of machine " + std::to_string(stop.machine) +
                     (run ? ", which is being stopped" : ", which runs none"));
  change_held(run->user, stop.machine, -1, date);
  user_at(run->user).running.erase(run->running());
  run->is_stopping = true;
  keep(stop);
  return *run;
}

void Book::stop_keeping(int number) {
  auto& machine = machines_[index(number)];
  auto& user = user_at(*machine.kept_for);
  user.kept -= machine.capacity;
  --user.machines_kept;
  machine.kept_for.reset();
  if (kept_.contains(number)) {
    kept_.remove(IndexSet(number, 1));
    free_.insert(IndexSet(number, 1));
  }
}

void Book::drop_void_keeps() {
  std::vector<std::size_t> served(users_.size());
  for (const int machine : IndexSet(kept_)) {
    const auto user = index(*machines_[index(machine)].kept_for);
    if (++served[user] > users_[user].ready.size())
      stop_keeping(machine);
  }
}

void Book::drop_keeps() {
  for (const int machine : IndexSet(kept_))
    stop_keeping(machine);
}

const PoolRun& Book::start(const Start& start, Seconds date) {
  const auto broken = [&start](const std::string& why) {
    return BrokenRule("it starts task " + std::to_string(start.task) + " of user " +
                      std::to_string(start.user) + " on machine " + std::to_string(start.machine) + ", " +
                      why);
  };
  if (start.machine < 0 || start.machine >= static_cast<int>(machines_.size()))
    throw broken("which is not there (" + std::to_string(machines_.size()) + " are)");
  const auto& machine = machines_[index(start.machine)];
  if (!machine.is_up)
    throw broken("which is down");
  if (runs_[index(start.machine)])
    throw broken("which is busy");
  if (machine.kept_for && *machine.kept_for != start.user)
    throw broken("which is kept for user " + std::to_string(*machine.kept_for));
  if (start.user < 0 || start.user >= static_cast<int>(users_.size()))
    throw broken("and there is no such user (" + std::to_string(users_.size()) + " are)");
  auto& user = user_at(start.user);
  const auto ready = user.ready.find(start.task);
  if (ready == user.ready.end())
    throw broken("and that task is not ready");
  if (machine.kept_for)
    stop_keeping(start.machine);
  free_.remove(IndexSet(start.machine, 1));
  change_held(start.user, start.machine, 1, date);
  auto& run = runs_[index(start.machine)].emplace(
      PoolRun{++started_, ready->second, start.user, start.machine, date});
  user.running.insert(run.running());
  user.ready.erase(ready);
  --ready_;
  ++running_;
  return run;
}

PoolRun Book::take_off(int machine) {
  PoolRun run = *std::exchange(runs_[index(machine)], std::nullopt);
  --running_;
  return run;
}

PoolRun Book::end(int machine, Seconds date) {
  const PoolRun run = take_off(machine);
  if (!run.is_stopping) {
    change_held(run.user, machine, -1, date);
    user_at(run.user).running.erase(run.running());
  }
  (machines_[index(machine)].kept_for ? kept_ : free_).insert(IndexSet(machine, 1));
  return run;
}

PoolRun Book::stopped(int machine, Seconds date, const ReadyTask& rest) {
  const PoolRun run = end(machine, date);
  make_ready(run.user, rest);
  return run;
}

void Book::switched(int machine, bool is_on) {
  up_ += is_on ? 1 : -1;
  machines_[index(machine)].is_up = is_on;
  shares_.switched(machine, is_on);
  set_shares();
}

void Book::set_shares() {
  auto shares = shares_.all();
  if (rules_.guarantee > 0) {
    std::vector<std::int64_t> demands;
    for (const auto& user : users_)
      demands.push_back(static_cast<std::int64_t>(user.ready.size() + user.running.size()));
    shares = shares_with_guarantee(shares, demands, rules_);
  }
  for (std::size_t user = 0; user < shares.size(); ++user)
    users_[user].share = shares[user];
}

std::optional<PoolRun> Book::down(int number, Seconds date) {
  const auto& machine = machines_[index(number)];
  switched(number, false);
  std::optional<PoolRun> run;
  if (runs_[index(number)])
    run = stopped(number, date, ReadyTask(runs_[index(number)]->ready));
  if (machine.kept_for)
    stop_keeping(number);
  free_.remove(IndexSet(number, 1));
  return run;
}

void Book::up(int number) {
  switched(number, true);
  free_.insert(IndexSet(number, 1));
}

} // namespace malha::ownership
