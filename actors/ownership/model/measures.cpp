// SPDX-License-Identifier: MIT
#include "measures.hpp"

namespace malha::ownership {

Measures::Measures(const std::vector<PoolMachine>& machines, const ShareRules& rules)
    : machines_(Book(machines, rules).machines()), shares_(machines_, rules), held_by_(machines.size()),
      switched_since_(machines.size()) {
  for (const double share : shares_.all())
    users_.emplace_back().share = share;
  for (const auto& machine : machines_)
    capacity_ += machine.capacity;
  mean_capacity_ = capacity_ / static_cast<double>(machines_.size());
}

Measures::Account& Measures::account(int user) {
  if (index(user) >= users_.size())
    users_.resize(index(user) + 1);
  return users_[index(user)];
}

template <class Change>
void Measures::change(int number, Seconds date, Change change) {
  auto& user = account(number);
  const double missing = std::max(0.0, claim_of(user) - user.held) * (date - user.since);
  user.shortfall += missing;
  if (user.is_owed)
    user.violation += missing;
  user.since = date;
  change(user);
  user.is_owed = user.is_owed && user.held < claim_of(user);
}

void Measures::submitted(const Job& job, int user) {
  const auto tasks = static_cast<std::int64_t>(job.tasks.size());
  change(user, job.submitted, [&](Account& mine) {
    mine.unfinished += tasks;
    mine.is_owed = mine.is_owed || held_ > mine.held;
  });
}

void Measures::hold(const PoolRun& run) {
  const double capacity = machines_[index(run.machine)].capacity;
  held_by_[index(run.machine)] = run.number;
  held_ += capacity;
  change(run.user, run.start, [capacity](Account& user) { user.held += capacity; });
}

/// A run that is being stopped holds no capacity any more.
void Measures::release(const PoolRun& run, Seconds date) {
  auto& holder = held_by_[index(run.machine)];
  if (holder != run.number)
    return;
  holder = 0;
  const double capacity = machines_[index(run.machine)].capacity;
  held_ -= capacity;
  change(run.user, date, [capacity](Account& user) { user.held -= capacity; });
}

void Measures::end_of_switch(int machine, Seconds date) {
  if (const auto since = std::exchange(switched_since_[index(machine)], std::nullopt))
    switching_ += (date - *since) * machines_[index(machine)].capacity;
}

void Measures::started(const PoolRun& run) {
  end_of_switch(run.machine, run.start);
  hold(run);
}

void Measures::stopping(const PoolRun& run, Seconds date) {
  ++preemptions_;
  switched_since_[index(run.machine)] = date;
  release(run, date);
}

void Measures::add_extra(const PoolRun& run, Seconds time) {
  extra_ += time * machines_[index(run.machine)].capacity;
}

void Measures::cut_short(const PoolRun& run, Seconds end, Cut, const KeptRun& kept) {
  release(run, end);
  add_extra(run, end - run.start - kept.time);
}

/// The end that was planned is the rounded sum of start and run time. Their difference is not exactly the run
/// time, so that it is the ends that are compared: a task that took what it needed costs 0.
void Measures::ended(const PoolRun& run, Seconds end) {
  release(run, end);
  change(run.user, end, [](Account& user) { --user.unfinished; });
  add_extra(run, end - (run.start + run_time(rest_of(run.ready), machines_[index(run.machine)].speed)));
}

void Measures::switched(int machine, bool is_on, Seconds date) {
  end_of_switch(machine, date);
  shares_.switched(machine, is_on);
  for (std::size_t owner = 0; owner < shares_.all().size(); ++owner)
    if (const double share = shares_.all()[owner]; share != users_[owner].share)
      change(static_cast<int>(owner), date, [share](Account& user) { user.share = share; });
}

double Measures::policy_violation() const {
  double violation = 0;
  for (const auto& user : users_)
    violation += user.violation;
  return percent(violation);
}

} // namespace malha::ownership
