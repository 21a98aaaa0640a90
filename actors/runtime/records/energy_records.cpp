// SPDX-License-Identifier: MIT
#include "energy_records.hpp"

#include "policies/sdk/numbers.hpp"
#include "results/files/energy_rows.hpp"

#include <algorithm>
#include <cmath>

namespace malha {
namespace {

const char* text_of(HostState state) {
  switch (state) {
  case HostState::switching_off:
    return "switching_off";
  case HostState::off:
    return "off";
  case HostState::switching_on:
    return "switching_on";
  default:
    return "on";
  }
}

/// The most that a host draws in any of its states.
Watts greatest_power(const PowerProfile& profile) {
  Watts most = profile.off;
  for (const auto& state : profile.states)
    most = std::max({most, state.idle, state.epsilon, state.all});
  for (const auto& change : {profile.shutdown, profile.boot})
    most = std::max(most, change ? change->power : 0);
  return most;
}

/// Powers are added up as nanowatts in 64 bits. Throws InputError if they are too great for that.
void check_powers(const PowerAccount& account) {
  constexpr Watts most = 9e9;
  Watts all = 0;
  for (int host = 0; host < account.hosts(); ++host)
    all += greatest_power(account.profile(host));
  if (!(all <= most))
    throw InputError("the hosts that run jobs draw up to " + shortest(all) + " W at once; valid: at most " +
                     shortest(most) + " W");
}

} // namespace

std::vector<MetricSpec> EnergyRecords::metrics() {
  return {
      {"energy", "J", "energy of all hosts that run jobs, from date 0 to the end", true, false, true},
      {"job_energy", "J", "of that, the share of what jobs held", true},
      {"idle_energy", "J", "of that, the rest of hosts that were on", true},
      {"off_energy", "J", "of that, of hosts that were off", true},
      {"switch_energy", "J", "of that, of hosts while they were switched off or on", true},
      {"idle_share", "1", "idle_energy / energy", true},
      {"mean_power", "W", "energy / time from date 0 to the end", true},
      {"max_power", "W", "most power that all hosts drew at once", true},
      {"mean_energy_per_job", "J", "mean energy of the jobs that ran", true},
      {"energy_per_work", "J/flop", "energy / work of the jobs that completed", true},
      {"wasted_energy", "J", "of attempts that did not end their job, and of jobs that were killed", true},
      {"erp", "W s", "mean_power x mean turnaround time of all jobs that ran (Gandhi et al. 2010)", true},
      {"carbon", "g", "CO2 of the energy: sum over hosts of the integral of power x intensity", true},
      {"energy_cost", "1", "cost of the energy, in the unit of the price", true},
      {"cap_time", "s", "time for which the power was above the cap", true},
      {"cap_energy", "J", "energy above the cap", true},
      {"switches", "count", "times that a host was switched off", true},
      {"time_asleep", "s", "mean time that a host was off", true},
  };
}

int EnergyRecords::add_host(const std::string& name, const PowerProfile& profile, int units,
                            int whole_host_load, const SpeedProfile* speeds) {
  names_.push_back(name);
  return account_.add_host(profile, units, whole_host_load, speeds);
}

void EnergyRecords::set_rates(int host, const StepSeries* carbon, const StepSeries* price) {
  const auto check = [host](bool others, const StepSeries* rate, const std::string& what) {
    if (host > 0 && others != (rate != nullptr))
      throw InputError(what + " is known of some sites and not of others; valid: of all, or of none");
  };
  check(has_carbon_, carbon, "the CO2 of a kWh");
  check(has_price_, price, "the price of a kWh");
  has_carbon_ = carbon != nullptr;
  has_price_ = price != nullptr;
  account_.set_rates(host, carbon, price);
}

void EnergyRecords::lacks(const std::string& host) { refuse("host '" + host + "' has no wattage_per_state"); }

void EnergyRecords::refuse(const std::string& why) {
  if (why_not_.empty())
    why_not_ = why;
}

/// All hosts are known when something happens first.
void EnergyRecords::begin() {
  if (std::exchange(has_begun_, true))
    return;
  check_powers(account_);
  recorder_.model_energy();
  for (int host = 0; host < account_.hosts(); ++host)
    for (int state = 0; state < static_cast<int>(account_.profile(host).states.size()); ++state)
      recorder_.host_power({names_[static_cast<std::size_t>(host)], account_.units_of(host),
                            account_.cores_of_unit(host), &account_.profile(host), state});
  if (!is_late_)
    account_.trace(trace_);
}

void EnergyRecords::started(const IndexSet& units, Seconds date, bool computes) {
  begin();
  account_.take(units, date, computes);
}

void EnergyRecords::changed_units(TaskId task, const IndexSet& before, const IndexSet& now, Seconds date,
                                  bool computes) {
  of_attempt_[task] += account_.give(before, date, computes);
  account_.take(now, date, computes);
}

/// The energy of an attempt that gives these units back, with that of those that it had before.
Joules EnergyRecords::give(TaskId task, const IndexSet& units, Seconds date, bool computes) {
  Joules energy = account_.give(units, date, computes);
  if (!of_attempt_.empty())
    if (const auto before = of_attempt_.extract(task))
      energy += before.mapped();
  return energy;
}

Joules EnergyRecords::cut_short(TaskId task, const IndexSet& units, Seconds date, bool computes) {
  const Joules energy = give(task, units, date, computes);
  last_change_ = std::max(last_change_, date);
  earlier_[task] += energy;
  wasted_ += energy;
  return energy;
}

Joules EnergyRecords::ended(JobRow& row, const IndexSet& units, bool computes) {
  const Joules energy = give(row.task.id, units, row.finish, computes);
  row.energy = energy;
  if (!earlier_.empty())
    if (const auto earlier = earlier_.extract(row.task.id))
      row.energy += earlier.mapped();
  if (!row.user.empty())
    of_user_[row.user] += row.energy;
  ++jobs_;
  of_ended_ += row.energy;
  if (row.task.is_delay && row.task.is_busy)
    recorder_.delays_are_busy();
  if (row.state == FinalState::completed)
    work_ += computed_work(row.task) * row.task.resources;
  else
    wasted_ += energy;
  turnaround_ += row.finish - row.task.submitted;
  last_change_ = std::max(last_change_, row.finish);
  return energy;
}

void EnergyRecords::turn(int host, HostState state, Seconds date) {
  if (account_.state(host) == state) // several nodes of a cluster may be one host
    return;
  begin();
  account_.turn(host, state, date);
  last_change_ = std::max(last_change_, date);
  record_state(host, date);
}

void EnergyRecords::set_pstate(const IndexSet& units, std::optional<int> pstate, Seconds date) {
  begin();
  for (const int unit : units) {
    const int host = account_.host_of(unit);
    const auto& profile = account_.profile(host);
    const auto& all = profile.pstates;
    const int state =
        pstate ? static_cast<int>(std::find(all.begin(), all.end(), *pstate) - all.begin()) : profile.first;
    if (state == account_.pstate(host))
      continue;
    account_.set_pstate(IndexSet(unit, 1), state, date);
    if (account_.state(host) == HostState::on) // otherwise a row tells it once the host is on
      record_state(host, date);
  }
}

void EnergyRecords::record_state(int host, Seconds date) {
  recorder_.power_state({names_[static_cast<std::size_t>(host)], date, text_of(account_.state(host)),
                         account_.profile(host).pstates[static_cast<std::size_t>(account_.pstate(host))]});
}

void EnergyRecords::passed(Seconds from, Seconds to, Watts power) {
  most_ = std::max(most_, power);
  if (power != last_power_ && recorder_.has_series())
    recorder_.power({from, power, passed_});
  last_power_ = power;
  passed_ += power * (to - from);
  if (cap_ != nullptr)
    compare_with_cap(from, to, power);
}

void EnergyRecords::compare_with_cap(Seconds from, Seconds to, Watts power) {
  while (from < to) {
    const Watts cap = cap_->value_at(from);
    if (from == 0 || cap != last_cap_)
      recorder_.power_cap({from, cap});
    last_cap_ = cap;
    const Seconds until = std::min(to, cap_->next_change(from));
    constexpr double rounding = 1e-9;
    if (power > cap + rounding * std::abs(cap)) {
      above_cap_ += until - from;
      energy_above_cap_ += (power - cap) * (until - from);
    }
    from = until;
  }
}

void EnergyRecords::close(Seconds date) {
  if (std::exchange(is_closed_, true) || account_.hosts() == 0)
    return;
  if (!is_on())
    return simulation_.add_note("energy: it is not modelled, since " + why_not_);
  begin();
  const Seconds window = std::max(date, last_change_);
  account_.close(window);
  if (recorder_.has_series() && !is_late_)
    recorder_.power({window, trace_.power(), passed_});
  ByUse all;
  for (int host = 0; host < account_.hosts(); ++host) {
    const auto& energy = account_.energy(host);
    all += energy;
    recorder_.energy({"host", names_[static_cast<std::size_t>(host)], energy.jobs, energy.unheld, energy.off,
                      energy.switching});
  }
  for (const auto& [user, energy] : of_user_)
    recorder_.energy({"user", user, energy, 0, 0, 0});
  recorder_.energy({"all", "", all.jobs, all.unheld, all.off, all.switching});
  count(all, window);
}

void EnergyRecords::count(const ByUse& energy, Seconds window) {
  const auto total = energy.total();
  recorder_.count("energy", total);
  recorder_.count("job_energy", energy.jobs);
  recorder_.count("idle_energy", energy.unheld);
  recorder_.count("off_energy", energy.off);
  recorder_.count("switch_energy", energy.switching);
  recorder_.count("wasted_energy", wasted_);
  if (total > 0)
    recorder_.count("idle_share", energy.unheld / total);
  const bool all_have_ended =
      !account_.is_held(); // otherwise energy has gone into jobs of which nothing is known
  if (work_ > 0 && all_have_ended)
    recorder_.count("energy_per_work", total / work_);
  const auto jobs = static_cast<double>(jobs_);
  if (jobs_ > 0)
    recorder_.count("mean_energy_per_job", of_ended_ / jobs);
  if (window > 0)
    recorder_.count("mean_power", total / window);
  if (window > 0 && jobs_ > 0)
    recorder_.count("erp", total / window * turnaround_ / jobs);
  if (!is_late_ && window > 0)
    recorder_.count("max_power", most_);
  Seconds asleep = 0;
  int switches = 0;
  double carbon = 0, cost = 0;
  for (int host = 0; host < account_.hosts(); ++host) {
    asleep += account_.asleep(host);
    switches += account_.switches(host);
    carbon += account_.carbon(host);
    cost += account_.cost(host);
  }
  if (cap_ != nullptr) {
    recorder_.count("cap_time", above_cap_);
    recorder_.count("cap_energy", energy_above_cap_);
  }
  if (has_carbon_)
    recorder_.count("carbon", carbon);
  if (has_price_)
    recorder_.count("energy_cost", cost);
  if (switches > 0) {
    recorder_.count("switches", switches);
    recorder_.count("time_asleep", asleep / account_.hosts());
  }
}

} // namespace malha
