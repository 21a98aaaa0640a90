// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/broken_rule.hpp"
#include "actors/model/power/host_state.hpp"
#include "book.hpp"
#include "policies/cluster/sleep.hpp"

namespace malha::cluster {

/// How long a machine takes to be switched off and on, and the least gap for which that costs no more energy
/// than staying on; `never`: it cannot sleep.
struct SleepTimes {
  Seconds shutdown = 0, boot = 0, break_even = never;
};

/// The rule that a decision about sleeping machines breaks.
struct BrokenSleepRule : BrokenRule {
  using BrokenRule::BrokenRule;
};

/// The machines of a cluster that may sleep: what each of them does, and since when. Has no clock: its caller
/// gives the dates, which never decrease.
class Sleeping {
public:
  /// All machines are on, and have no job.
  Sleeping(Sleep& policy, std::vector<SleepTimes> machines, const Machines& of);

  /// A change that the caller is to plan: the machine is asleep, or on, from that date on.
  struct Change {
    int machine;
    Seconds date;
  };

  /// Asks the policy. Throws BrokenSleepRule if it breaks a rule. The decision is not yet carried out.
  SleepDecision ask(const QueueView& cluster);
  /// Switches a machine off, or on. The change is its end.
  Change switch_off(int machine, Seconds now);
  Change boot(int machine, Seconds now);
  /// The switch of the machine is over. Returns what it is now.
  HostState switched(int machine, Seconds now);

  /// The nodes on which a job of that size starts, of those that are free: those of machines that are on,
  /// then those of machines that boot, then those of machines that sleep.
  IndexSet choose(const IndexSet& free, int size) const;
  /// A job takes nodes of its own. Returns its machines that sleep.
  std::vector<int> taken(const IndexSet& nodes);
  /// The date at which all machines of these nodes are on.
  Seconds all_on(const IndexSet& nodes, Seconds now) const;
  /// A job gives its nodes back. Machines that no other job has are idle from now on.
  void given_back(const IndexSet& nodes, Seconds now);

  bool none_sleeps() const { return asleep_.empty() && turning_on_.empty(); }
  IndexSet nodes_of(int machine) const { return {machines_[machine].first, machines_[machine].cpus}; }
  /// Numbers of nodes, for the records: asleep and free; switched on, and of those the ones that jobs hold;
  /// switched off.
  SleepingNodes counts() const;

private:
  struct State {
    HostState state = HostState::on;
    Seconds changes = 0; ///< date at which its switch is over
    int held = 0;        ///< nodes that jobs hold
  };

  State& at(int machine) { return states_[static_cast<std::size_t>(machine)]; }
  const State& at(int machine) const { return states_[static_cast<std::size_t>(machine)]; }
  const SleepTimes& times(int machine) const { return times_[static_cast<std::size_t>(machine)]; }
  int machine_of(int node) const { return machine_of_[static_cast<std::size_t>(node)]; }
  void sort_in(int machine);
  IndexSet nodes_in(const IndexSet& machines) const;
  void check(const IndexSet& asked, const IndexSet& valid, const char* does, const char* are) const;

  Sleep& policy_;
  const Machines& machines_;
  std::vector<SleepTimes> times_;
  std::vector<Seconds> break_even_, idle_since_;
  std::vector<State> states_;
  std::vector<int> machine_of_; ///< by node
  /// Machines without a job by what they do; `going_` have none.
  IndexSet idle_, asleep_, booting_, going_;
  IndexSet turning_on_; ///< all machines that boot, those with a job, too
};

} // namespace malha::cluster
