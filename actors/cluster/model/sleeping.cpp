// SPDX-License-Identifier: MIT
#include "sleeping.hpp"

#include "policies/sdk/numbers.hpp"

#include <algorithm>

namespace malha::cluster {

Sleeping::Sleeping(Sleep& policy, std::vector<SleepTimes> machines, const Machines& of)
    : policy_(policy), machines_(of), times_(std::move(machines)), idle_since_(times_.size(), 0),
      states_(times_.size()), idle_(0, of.count()) {
  for (const auto& times : times_)
    break_even_.push_back(times.break_even);
  for (int machine = 0; machine < of.count(); ++machine)
    machine_of_.insert(machine_of_.end(), static_cast<std::size_t>(of[machine].cpus), machine);
}

SleepDecision Sleeping::ask(const QueueView& cluster) {
  auto decision =
      policy_.decide({cluster.now, cluster, idle_, asleep_, booting_, going_, idle_since_, break_even_});
  if (!(decision.wake > cluster.now))
    throw BrokenSleepRule("its wake-up time t=" + shortest(decision.wake) + " s is not in the future");
  check(decision.switch_off, idle_, "switches off", "idle");
  check(decision.boot, asleep_, "boots", "asleep");
  if (!decision.boot.empty() && !policy_.boots_ahead())
    throw BrokenSleepRule("it boots machine " + machines_.name(*decision.boot.begin()) +
                          ", and says that it boots none before a job gets it (boots_ahead)");
  for (const int machine : decision.switch_off)
    if (times(machine).break_even == never)
      throw BrokenSleepRule("it switches off machine " + machines_.name(machine) + ", which cannot sleep");
  return decision;
}

/// Throws BrokenSleepRule unless the machines are among those.
void Sleeping::check(const IndexSet& asked, const IndexSet& valid, const char* does, const char* are) const {
  for (const int machine : asked)
    if (!valid.contains(machine))
      throw BrokenSleepRule(
          std::string("it ") + does + " machine " +
          (machine >= 0 && machine < machines_.count() ? machines_.name(machine) : std::to_string(machine)) +
          ", which is not " + are + "; valid: " + (valid.empty() ? "none" : valid.text()));
}

Sleeping::Change Sleeping::switch_off(int machine, Seconds now) {
  at(machine).state = HostState::switching_off;
  at(machine).changes = now + times(machine).shutdown;
  sort_in(machine);
  return {machine, at(machine).changes};
}

Sleeping::Change Sleeping::boot(int machine, Seconds now) {
  at(machine).state = HostState::switching_on;
  at(machine).changes = now + times(machine).boot;
  turning_on_.insert(IndexSet(machine, 1));
  sort_in(machine);
  return {machine, at(machine).changes};
}

HostState Sleeping::switched(int machine, Seconds now) {
  State& one = at(machine);
  const bool boots = one.state == HostState::switching_on;
  if (boots)
    turning_on_.remove(IndexSet(machine, 1));
  one.state = boots ? HostState::on : HostState::off;
  idle_since_[static_cast<std::size_t>(machine)] = now;
  sort_in(machine);
  return one.state;
}

/// Puts the machine in the set in which it belongs.
void Sleeping::sort_in(int machine) {
  const IndexSet one(machine, 1);
  const State& now = at(machine);
  const std::pair<IndexSet*, HostState> sets[] = {{&idle_, HostState::on},
                                                  {&asleep_, HostState::off},
                                                  {&booting_, HostState::switching_on},
                                                  {&going_, HostState::switching_off}};
  for (const auto& [set, state] : sets)
    if (const bool belongs = now.held == 0 && now.state == state; belongs && !set->contains(machine))
      set->insert(one);
    else if (!belongs && set->contains(machine))
      set->remove(one);
}

IndexSet Sleeping::nodes_in(const IndexSet& machines) const {
  IndexSet nodes;
  for (const auto& [first, last] : machines.intervals()) {
    const auto& end = machines_[last];
    nodes.insert(IndexSet(machines_[first].first, end.first + end.cpus - machines_[first].first));
  }
  return nodes;
}

IndexSet Sleeping::choose(const IndexSet& free, int size) const {
  const IndexSet asleep = nodes_in(asleep_);
  IndexSet booting, on = free, chosen;
  for (const int machine : turning_on_) // jobs may hold some of its nodes
    booting.insert(free.within(machines_[machine].first, machines_[machine].cpus));
  on.remove(asleep);
  on.remove(booting);
  for (const IndexSet* from : {&std::as_const(on), &std::as_const(booting), &asleep}) {
    const int more = std::min(size - chosen.size(), from->size());
    if (more > 0)
      chosen.insert(from->lowest(more));
  }
  return chosen;
}

std::vector<int> Sleeping::taken(const IndexSet& nodes) {
  std::vector<int> sleeping;
  for (const int node : nodes) {
    const int machine = machine_of(node);
    if (++at(machine).held > 1)
      continue;
    sort_in(machine);
    if (at(machine).state == HostState::off)
      sleeping.push_back(machine);
  }
  return sleeping;
}

Seconds Sleeping::all_on(const IndexSet& nodes, Seconds now) const {
  for (const int node : nodes)
    if (const State& one = at(machine_of(node)); one.state == HostState::switching_on)
      now = std::max(now, one.changes);
  return now;
}

void Sleeping::given_back(const IndexSet& nodes, Seconds now) {
  for (const int node : nodes) {
    const int machine = machine_of(node);
    if (--at(machine).held > 0)
      continue;
    idle_since_[static_cast<std::size_t>(machine)] = now;
    sort_in(machine);
  }
}

SleepingNodes Sleeping::counts() const {
  SleepingNodes counts;
  for (int machine = 0; machine < machines_.count(); ++machine) {
    const int nodes = machines_[machine].cpus;
    const State& one = at(machine);
    counts.asleep += one.state == HostState::off ? nodes : 0;
    counts.going += one.state == HostState::switching_off ? nodes : 0;
    counts.booting += one.state == HostState::switching_on ? nodes : 0;
    counts.booting_held += one.state == HostState::switching_on ? one.held : 0;
  }
  return counts;
}

} // namespace malha::cluster
