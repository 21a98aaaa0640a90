// SPDX-License-Identifier: MIT
#include "energy_sweep.hpp"

#include <tuple>

namespace malha {

EnergyOfHost& EnergyOfHost::operator+=(const EnergyOfHost& other) {
  jobs += other.jobs;
  idle += other.idle;
  off += other.off;
  switching += other.switching;
  asleep += other.asleep;
  switches += other.switches;
  return *this;
}

EnergySweep::EnergySweep(const PowerRead& power, const Resources& resources, const Speeds& speeds, Step step)
    : read_(power), step_(std::move(step)), hosts_(power.hosts.size()), energies_(power.hosts.size()) {
  for (std::size_t host = 0; host < hosts_.size(); ++host) {
    const int resource = read_.hosts[host].resources.front();
    const auto changing = speeds.find(resource);
    hosts_[host].speed = resources.at(resource).speed;
    hosts_[host].speeds = changing == speeds.end() ? nullptr : &changing->second;
    hosts_[host].state = static_cast<std::size_t>(read_.hosts[host].profile.first);
    draw(host);
    plan_speed(host);
  }
}

void EnergySweep::run(std::vector<EnergyOfHold>& holds, Seconds window) {
  for (const auto& change : changes_of(holds)) {
    if (change.date > window)
      break;
    pass(change.date);
    apply(change, holds);
  }
  pass(window);
  for (std::size_t host = 0; host < hosts_.size(); ++host)
    settle(host);
}

std::vector<EnergySweep::Change> EnergySweep::changes_of(const std::vector<EnergyOfHold>& holds) const {
  std::vector<Change> changes;
  changes.reserve(2 * holds.size() + read_.turns.size());
  for (std::size_t i = 0; i < holds.size(); ++i)
    if (holds[i].end > holds[i].start) { // otherwise it has no energy
      changes.push_back({Change::begins, holds[i].start, i});
      changes.push_back({Change::ends, holds[i].end, i});
    }
  for (std::size_t i = 0; i < read_.turns.size(); ++i)
    changes.push_back({Change::turns, read_.turns[i].time, i});
  std::sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
    return std::tie(a.date, a.kind, a.index) < std::tie(b.date, b.kind, b.index);
  });
  return changes;
}

void EnergySweep::apply(const Change& change, std::vector<EnergyOfHold>& holds) {
  if (change.kind != Change::turns)
    return take_or_give(holds[change.index], change.kind == Change::begins);
  const auto& turn = read_.turns[change.index];
  settle(turn.host);
  energies_[turn.host].switches += turn.use == PowerUse::switching_off;
  hosts_[turn.host].use = turn.use;
  hosts_[turn.host].state = turn.state;
  draw(turn.host);
}

void EnergySweep::take_or_give(EnergyOfHold& hold, bool takes) {
  const int sign = takes ? 1 : -1;
  long double energy = 0;
  for (const auto& interval : hold.resources->intervals())
    for (auto unit = read_.host_of.lower_bound(interval.first);
         unit != read_.host_of.end() && unit->first <= interval.last; ++unit) {
      auto& host = hosts_[unit->second];
      settle(unit->second);
      if (takes)
        taken_at_[unit->first] = host.of_unit;
      else
        energy += host.of_unit - taken_at_[unit->first];
      host.held += sign;
      host.computing += hold.computes ? sign : 0;
      draw(unit->second);
    }
  if (!takes)
    hold.energy = static_cast<double>(energy);
}

/// Goes on to the date, through the changes of speeds before it.
void EnergySweep::pass(Seconds date) {
  const auto step_to = [this](Seconds next) {
    if (!(next > date_))
      return;
    step_(date_, next, static_cast<double>(power_));
    date_ = next;
  };
  while (!speed_changes_.empty() && speed_changes_.top().first <= date) {
    const auto [change, host] = speed_changes_.top();
    speed_changes_.pop();
    step_to(change);
    settle(host);
    auto& one = hosts_[host];
    const auto& speeds = one.speeds->changes();
    const auto number = static_cast<std::size_t>(one.speed_changes++);
    one.share = speeds[number % speeds.size()].speed / one.speed;
    draw(host);
    plan_speed(host);
  }
  step_to(date);
}

/// Plans the next change of the speed of a host, if there is one.
void EnergySweep::plan_speed(std::size_t host) {
  const auto& one = hosts_[host];
  if (one.speeds == nullptr || one.speeds->changes().empty())
    return;
  const auto& changes = one.speeds->changes();
  const auto number = static_cast<std::size_t>(one.speed_changes);
  const auto period = static_cast<double>(number / changes.size());
  if (period > 0 && !one.speeds->period())
    return;
  speed_changes_.emplace(
      changes[number % changes.size()].date + (period > 0 ? period * *one.speeds->period() : 0), host);
}

/// Brings the sums of a host up to the present date.
void EnergySweep::settle(std::size_t number) {
  auto& host = hosts_[number];
  const Seconds time = date_ - host.since;
  if (!(time > 0))
    return;
  host.since = date_;
  const double energy = host.power * time;
  const int units = read_.hosts[number].units;
  host.of_unit += static_cast<long double>(energy) / units;
  auto& sums = energies_[number];
  switch (host.use) {
  case PowerUse::on:
    sums.jobs += energy * host.held / units;
    sums.idle += energy * (units - host.held) / units;
    break;
  case PowerUse::off:
    sums.off += energy;
    sums.asleep += time;
    break;
  default:
    sums.switching += energy;
  }
}

/// The host draws what its state says from now on.
void EnergySweep::draw(std::size_t number) {
  auto& host = hosts_[number];
  const auto& in_file = read_.hosts[number];
  const auto& profile = in_file.profile;
  const auto of_switch = [](const std::optional<PowerSwitch>& change) { return change ? change->power : 0; };
  power_ -= static_cast<long double>(host.power);
  host.power = host.use == PowerUse::on              ? in_file.on(host.state, host.computing, host.share)
               : host.use == PowerUse::off           ? profile.off
               : host.use == PowerUse::switching_off ? of_switch(profile.shutdown)
                                                     : of_switch(profile.boot);
  power_ += static_cast<long double>(host.power);
}

} // namespace malha
