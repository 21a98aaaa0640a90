// SPDX-License-Identifier: MIT
// Machines that are switched off while no job needs them, and the jobs that wait until machines are on.
#include "model.hpp"

namespace malha::cluster {

void Model::sleep_by(Sleep& policy, std::vector<SleepTimes> machines) {
  sleeping_.emplace(policy, std::move(machines), book_.nodes().machines());
  book_.count_sleeping([this] { return sleeping_->counts(); });
}

/// Gives a job its nodes. If some of them are not on, they boot, and the job starts later.
const LiveJob& Model::give_nodes(const Start& how) {
  if (!sleeping_)
    return book_.start(how, date_);
  Start on_nodes = how;
  book_.check(how.job, LiveJob::State::waits, "starts");
  const int size = book_[how.job].queued.size;
  if (how.nodes.empty() && how.machines.empty() && !sleeping_->none_sleeps() &&
      size <= book_.nodes().free().size())
    on_nodes.nodes = sleeping_->choose(book_.nodes().free(), size);
  const LiveJob& job = book_.start(on_nodes, date_);
  for (const int machine : sleeping_->taken(job.nodes))
    turned(sleeping_->boot(machine, date_), HostState::switching_on);
  if (const Seconds all_on = sleeping_->all_on(job.nodes, date_); all_on > date_) {
    notify_of_void_promises(); // the job is expected to end later than the policy has planned
    book_.begin(how.job, all_on);
  }
  return job;
}

/// A job begins at another date than was planned.
void Model::begin(JobHandle handle, Seconds date) {
  listeners_.notify(&Listener::began, book_.begin(handle, date));
}

/// A machine is in that state until its switch is over.
void Model::turned(const Sleeping::Change& change, HostState state) {
  listeners_.notify(&Listener::machine_turned, change.machine, state, date_);
  if (power_)
    power_->turned(change.machine, state);
  agenda_.push({change.date, Event::machine_switch, false, static_cast<std::uint32_t>(change.machine),
                change.machine});
}

void Model::machine_switched(int machine) {
  const HostState now = sleeping_->switched(machine, date_);
  listeners_.notify(&Listener::machine_turned, machine, now, date_);
  if (power_)
    power_->turned(machine, now);
  if (now == HostState::on)
    return;
  notify_of_void_promises();
  for (const int node : sleeping_->nodes_of(machine))
    book_.node_up(node);
}

/// Asks which machines are switched. Returns when to ask again.
Seconds Model::switch_machines() {
  const auto decision = sleeping_->ask(view_with_power());
  if (!decision.switch_off.empty())
    notify_of_void_promises();
  for (const int machine : decision.switch_off) {
    for (const int node : sleeping_->nodes_of(machine))
      book_.node_down(node);
    turned(sleeping_->switch_off(machine, date_), HostState::switching_off);
  }
  for (const int machine : decision.boot)
    turned(sleeping_->boot(machine, date_), HostState::switching_on);
  if (const auto broken = power_ ? power_->broken_at(date_) : ""; !broken.empty())
    throw BrokenSleepRule(broken);
  return decision.wake;
}

} // namespace malha::cluster
