// SPDX-License-Identifier: MIT
#include "power_account.hpp"

#include <algorithm>

namespace malha {

int PowerAccount::add_host(const PowerProfile& profile, int units, int whole_host_load,
                           const SpeedProfile* speeds) {
  const double load = units == 1 ? whole_host_load : 1;
  auto known = std::find_if(levels_.begin(), levels_.end(),
                            [&](const PowerLevels& levels) { return levels.are_of(profile, units, load); });
  if (known == levels_.end())
    known = levels_.emplace(known, profile, units, load);
  const int number = hosts();
  Host host;
  host.levels = &*known;
  host.speeds = speeds;
  host.pstate = profile.first;
  if (speeds != nullptr)
    host.share = speeds->before();
  host.power = drawn(host);
  hosts_.push_back(host);
  host_of_.insert(host_of_.end(), static_cast<std::size_t>(units), number);
  taken_at_.resize(host_of_.size());
  return number;
}

void PowerAccount::trace(PowerTrace& trace) {
  trace_ = &trace;
  for (int number = 0; number < hosts(); ++number) {
    trace.changed(0, of(number).power.nanowatts, 0);
    if (const Seconds change = date_of_change(of(number)); change < never)
      changes_.emplace(change, number);
  }
}

void PowerAccount::take(const IndexSet& units, Seconds date, bool computes) {
  advance(date);
  for (const int unit : units) {
    Host& host = of_unit(unit);
    settle(host, date);
    taken_at_[static_cast<std::size_t>(unit)] = host.of_unit;
    ++host.held;
    host.computing += computes;
    draw(host);
  }
}

Joules PowerAccount::give(const IndexSet& units, Seconds date, bool computes) {
  advance(date);
  long double energy = 0;
  for (const int unit : units) {
    Host& host = of_unit(unit);
    settle(host, date);
    energy += host.of_unit - taken_at_[static_cast<std::size_t>(unit)];
    --host.held;
    host.computing -= computes;
    draw(host);
  }
  return static_cast<double>(energy);
}

void PowerAccount::turn(int number, HostState state, Seconds date) {
  advance(date);
  Host& host = at(number);
  settle(host, date);
  host.switches += state == HostState::switching_off;
  host.state = state;
  draw(host);
}

void PowerAccount::set_pstate(const IndexSet& units, int state, Seconds date) {
  advance(date);
  for (const int unit : units) {
    Host& host = of_unit(unit);
    settle(host, date);
    host.pstate = state;
    draw(host);
  }
}

void PowerAccount::close(Seconds date) {
  advance(date);
  for (auto& host : hosts_)
    settle(host, date);
  if (trace_ != nullptr)
    trace_->close(date);
}

/// The hosts change their speeds in the order of dates, so that the trace sees them in it.
void PowerAccount::advance(Seconds date) {
  while (!changes_.empty() && changes_.top().first <= date) {
    const auto [change, number] = changes_.top();
    changes_.pop();
    settle(at(number), change);
    if (const Seconds next = date_of_change(at(number)); next < never)
      changes_.emplace(next, number);
  }
}

/// The date of the next change of its speed; `never`: there is none.
Seconds PowerAccount::date_of_change(const Host& host) {
  if (host.speeds == nullptr || host.speeds->changes().empty())
    return never;
  const auto& changes = host.speeds->changes();
  const std::int64_t period = host.next_change / static_cast<std::int64_t>(changes.size());
  if (period == 0)
    return changes[static_cast<std::size_t>(host.next_change)].date;
  return host.speeds->period() ? changes[static_cast<std::size_t>(host.next_change) % changes.size()].date +
                                     static_cast<double>(period) * *host.speeds->period()
                               : never;
}

/// Brings the sums of the host up to the date, through the changes of its speed.
void PowerAccount::settle(Host& host, Seconds date) {
  for (Seconds change; host.speeds != nullptr && (change = date_of_change(host)) <= date;
       ++host.next_change) {
    add_up(host, change);
    const auto& changes = host.speeds->changes();
    host.share = changes[static_cast<std::size_t>(host.next_change) % changes.size()].speed;
    draw(host);
  }
  add_up(host, date);
}

void PowerAccount::add_up(Host& host, Seconds date) {
  const Seconds time = date - host.since;
  if (!(time > 0))
    return;
  host.since = date;
  const Joules energy = host.power.watts * time;
  const int units = host.levels->units();
  host.of_unit += static_cast<long double>(energy) / units;
  switch (host.state) {
  case HostState::on:
    host.energy.jobs += energy * host.held / units;
    host.energy.unheld += energy * (units - host.held) / units;
    return;
  case HostState::off:
    host.energy.off += energy;
    host.asleep += time;
    return;
  default:
    host.energy.switching += energy;
  }
}

/// The host draws what its state says from now on.
void PowerAccount::draw(Host& host) {
  const PowerLevel power = drawn(host);
  if (trace_ != nullptr && power.nanowatts != host.power.nanowatts)
    trace_->changed(host.power.nanowatts, power.nanowatts, host.since);
  host.power = power;
}

PowerLevel PowerAccount::drawn(const Host& host) const {
  switch (host.state) {
  case HostState::on:
    return host.share == 1 ? host.levels->on(host.pstate, host.computing)
                           : host.levels->slowed(host.pstate, host.computing, host.share);
  case HostState::off:
    return host.levels->off();
  case HostState::switching_off:
    return host.levels->switching_off();
  default:
    return host.levels->switching_on();
  }
}

} // namespace malha
