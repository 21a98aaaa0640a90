// SPDX-License-Identifier: MIT
#include "power_account.hpp"

#include <algorithm>

namespace malha {
namespace {

constexpr double joules_in_kWh = 3.6e6;

} // namespace

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

void PowerAccount::set_rates(int host, const StepSeries* carbon, const StepSeries* price) {
  at(host).rates = {carbon, price};
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
  Host* host = nullptr;
  for (const int unit : units) {
    host = &next(host, of_unit(unit), date);
    taken_at_[static_cast<std::size_t>(unit)] = host->of_unit;
    ++host->held;
    host->computing += computes;
  }
  if (host != nullptr)
    draw(*host);
}

Joules PowerAccount::give(const IndexSet& units, Seconds date, bool computes) {
  advance(date);
  long double energy = 0;
  Host* host = nullptr;
  for (const int unit : units) {
    host = &next(host, of_unit(unit), date);
    energy += host->of_unit - taken_at_[static_cast<std::size_t>(unit)];
    --host->held;
    host->computing -= computes;
  }
  if (host != nullptr)
    draw(*host);
  return static_cast<double>(energy);
}

/// Goes from a host to that of the next unit. Units of one host are one change of its power.
PowerAccount::Host& PowerAccount::next(Host* last, Host& host, Seconds date) {
  if (last == &host)
    return host;
  if (last != nullptr)
    draw(*last);
  settle(host, date);
  return host;
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
  const Seconds from = host.since, time = date - from;
  if (!(time > 0))
    return;
  host.since = date;
  const Joules energy = host.power.watts * time;
  for (std::size_t rate = 0; rate < host.rates.size(); ++rate)
    if (host.rates[rate] != nullptr)
      host.amounts[rate] += host.power.watts * host.rates[rate]->integral(from, date) / joules_in_kWh;
  const int units = host.levels->units();
  if (units == 1 && host.state == HostState::on) { // most often; the same as below
    host.of_unit += static_cast<long double>(energy);
    (host.held > 0 ? host.energy.jobs : host.energy.unheld) += energy;
    return;
  }
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

bool PowerAccount::is_held() const {
  return std::any_of(hosts_.begin(), hosts_.end(), [](const Host& host) { return host.held > 0; });
}

Watts PowerAccount::most_extra(int number) const {
  const Host& host = of(number);
  const auto& levels = *host.levels;
  Watts most = 0;
  for (int computing = 0; computing < levels.units(); ++computing)
    most =
        std::max(most, levels.on(host.pstate, computing + 1).watts - levels.on(host.pstate, computing).watts);
  return most;
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
