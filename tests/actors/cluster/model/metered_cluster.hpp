// SPDX-License-Identifier: MIT
#pragma once
#include "actors/cluster/model/capped_power.hpp"
#include "actors/cluster/model/listener.hpp"
#include "actors/model/power/power_account.hpp"
#include "batch_run.hpp"

namespace malha::testing {

/// The account of power of the machines of a model: what the actor of the batch scheduler keeps in a run.
class MeteredCluster : public cluster::Listener {
public:
  /// A machine of one core for each profile.
  explicit MeteredCluster(const std::vector<PowerProfile>& profiles, bool may_sleep = false) {
    for (const auto& profile : profiles) {
      const int host = account_.add_host(profile, 1, 1);
      cluster::MachinePower machine{1, profile.states[0].idle, account_.most_extra(host)};
      if (may_sleep && profile.can_sleep())
        machine.sleeps = {profile.off, profile.shutdown->power, profile.boot->power, profile.boot->time};
      machines_.push_back(machine);
    }
    account_.trace(trace_);
  }

  cluster::CappedPower under(const StepSeries* cap, cluster::CappedPower::Rules rules = {}) {
    return cluster::CappedPower(
        {[this] { return trace_.power(); }, [this](Seconds now) { return energy_until(now); }}, machines_,
        cap, rules);
  }
  /// Measures a run, and shows the power to its policy.
  void measure(conformance::QueueRun& run, const StepSeries* cap, cluster::CappedPower::Rules rules = {}) {
    run.watches = this;
    run.power = [=] { return under(cap, rules); };
  }

  /// A time in which the power is constant.
  struct Step {
    Seconds from, to;
    Watts watts;
  };
  const std::vector<Step>& steps() const { return steps_; }
  /// The energy between two dates, the second of which may lie behind the last change.
  Joules energy(Seconds from, Seconds to) const {
    Joules sum = 0;
    for (const auto& step : steps_)
      sum += step.watts * std::max(0.0, std::min(to, step.to) - std::max(from, step.from));
    return sum + trace_.power() * std::max(0.0, to - std::max(from, trace_.date()));
  }
  /// Where the power is above the cap, at any instant up to the last change; "": nowhere.
  std::string above(const StepSeries& cap) const {
    for (const auto& step : steps_)
      for (Seconds date = step.from; date < step.to; date = cap.next_change(date))
        if (step.watts > cap.value_at(date) * (1 + 1e-9))
          return shortest(step.watts) + " W at " + shortest(date) + ", and the cap is " +
                 shortest(cap.value_at(date)) + " W";
    return "";
  }

private:
  Joules energy_until(Seconds now) const { return energy(0, now); }
  void began(const cluster::LiveJob& job) override { account_.take(job.nodes, job.start); }
  void ended(const cluster::LiveJob& job, Seconds, Seconds end, FinalState) override {
    account_.give(job.nodes, end);
  }
  void cut_short(const cluster::LiveJob& job, Seconds now, const char*) override {
    account_.give(job.nodes, now);
  }
  void machine_turned(int machine, HostState state, Seconds now) override {
    account_.turn(machine, state, now);
  }

  PowerAccount account_;
  std::vector<Step> steps_;
  PowerTrace trace_{[this](Seconds from, Seconds to, Watts watts) { steps_.push_back({from, to, watts}); }};
  std::vector<cluster::MachinePower> machines_;
};

/// A machine that draws so much while it is idle, and while it computes.
inline PowerProfile draws(Watts idle, Watts all) {
  PowerProfile profile;
  profile.states = {{1e9, idle, idle, all}};
  profile.pstates = {0};
  return profile;
}

using Profiles = std::vector<PowerProfile>;

inline std::vector<Job> rigid_jobs(const std::vector<ReferenceJob>& jobs) {
  std::vector<Job> all;
  for (const auto& job : jobs)
    all.push_back(rigid_job(static_cast<JobId>(job.id), job.submitted, job.size, job.run_time, job.walltime));
  return all;
}

inline Watts idle_of(const Profiles& profiles, bool may_sleep = false) {
  Watts sum = 0;
  for (const auto& profile : profiles)
    sum += may_sleep && profile.shutdown ? std::max(profile.states[0].idle, profile.shutdown->power)
                                         : profile.states[0].idle;
  return sum;
}
inline Watts most_of(const Profiles& profiles) {
  Watts sum = 0;
  for (const auto& profile : profiles)
    sum += profile.states[0].all;
  return sum;
}

/// Machines of which every third instance has machines of several kinds.
inline Profiles random_machines(ReferenceDice& dice, int nodes) {
  Profiles profiles;
  const bool are_alike = dice.below(3) != 0;
  for (int node = 0; node < nodes; ++node)
    profiles.push_back(node > 0 && are_alike ? profiles[0]
                                             : draws(10 + dice.below(90), 100 + dice.below(100)));
  return profiles;
}

/// The same, and machines that sleep. Half of them draw more while they are switched than while they compute.
inline Profiles random_sleepers(ReferenceDice& dice, int nodes) {
  auto profiles = random_machines(dice, nodes);
  const bool switching_is_dear = dice.below(2) == 0;
  const PowerSwitch shutdown{static_cast<Seconds>(dice.below(8)), 20.0 + dice.below(100)};
  const PowerSwitch boot{static_cast<Seconds>(dice.below(20)),
                         (switching_is_dear ? 150.0 : 20) + dice.below(100)};
  for (auto& profile : profiles) {
    profile.off = 5;
    profile.shutdown = shutdown;
    profile.boot = boot;
  }
  return profiles;
}

} // namespace malha::testing
