// SPDX-License-Identifier: MIT
#pragma once
#include "policies/cluster/sleep.hpp"
#include "tests/policies/support/policy_maker.hpp"

namespace malha::test {

/// Machines of one node at a date, which a policy of sleep is shown. All are idle since date 0, and save
/// energy by sleeping after 100 s.
struct SleepingMachines {
  explicit SleepingMachines(int number, Seconds date = 0)
      : now(date), idle(0, number), since(static_cast<std::size_t>(number)),
        break_even(static_cast<std::size_t>(number), 100) {}

  /// Moves an idle machine to another set.
  void move(int machine, IndexSet& to) {
    idle.remove(IndexSet(machine, 1));
    to.insert(IndexSet(machine, 1));
  }
  cluster::SleepDecision ask(cluster::Sleep& policy) const {
    const cluster::QueueView cluster{now, idle.size(), idle, going, {}, queue, {}, {}, false};
    return policy.decide({now, cluster, idle, asleep, booting, going, since, break_even});
  }

  Seconds now;
  IndexSet idle, asleep, booting, going;
  std::vector<Seconds> since, break_even;
  std::list<cluster::QueuedJob> queue;
};

/// The decision of a policy with these parameters, as "off 0-1, boot 2, again 100".
inline std::string decision_of(const std::string& policy,
                               const std::map<std::string, std::string>& parameters,
                               const SleepingMachines& machines) {
  const auto decision = machines.ask(*make<cluster::Sleep>(policy, parameters));
  std::string text = "off " + (decision.switch_off.empty() ? "none" : decision.switch_off.text());
  if (!decision.boot.empty())
    text += ", boot " + decision.boot.text();
  if (decision.wake < never)
    text += ", again " + std::to_string(static_cast<long>(decision.wake));
  return text;
}

} // namespace malha::test
