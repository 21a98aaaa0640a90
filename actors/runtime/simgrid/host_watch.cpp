// SPDX-License-Identifier: MIT
#include "host_watch.hpp"

#include "actors/model/agenda.hpp"
#include "planned_crashes.hpp"
#include "versions.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>

namespace malha {
namespace s4u = simgrid::s4u;

namespace {

Seconds date_of_switch(Stage& simulation, const s4u::Host& host) {
  const auto& crashes = PlannedCrashes::of(simulation);
  const Seconds planned = host.is_on() ? crashes.recovery_of(host) : crashes.date_of(host);
  return planned < never ? planned : s4u::Engine::get_clock();
}

/// Calls `notify` for each node of the host.
template <class Notify>
void notify_of(Stage& simulation, const std::vector<s4u::Host*>& hosts, const s4u::Host& host,
               const Notify& notify) {
  for (std::size_t node = 0; node < hosts.size(); ++node)
    if (hosts[node] == &host)
      notify(HostWatch::Switch{static_cast<int>(node), host.is_on(), date_of_switch(simulation, host)});
}

} // namespace

HostWatch::HostWatch(Stage& simulation, std::vector<s4u::Host*> hosts)
    : simulation_(simulation), hosts_(std::move(hosts)), has_profiles_(simulation.states().any()) {
  malha::on_switch([this](const s4u::Host& host) {
    notify_of(simulation_, hosts_, host, [this](const Switch& seen) { seen_.push_back(seen); });
    if (&host != detector_host_) // SimGrid 3.32 would run the detector, which has just been killed
      alarm_->release();
  });
  for (std::size_t node = 0; node < hosts_.size(); ++node) // state profiles may have turned hosts off at t=0
    if (!hosts_[node]->is_on())
      seen_.push_back({static_cast<int>(node), false, 0});
}

void HostWatch::on_switch(Stage& simulation, const std::vector<s4u::Host*>& hosts,
                          const std::function<void(const Switch&)>& notify) {
  malha::on_switch(
      [&simulation, hosts, notify](const s4u::Host& host) { notify_of(simulation, hosts, host, notify); });
}

std::vector<FlopsPerSecond> HostWatch::speeds() const {
  std::vector<FlopsPerSecond> speeds;
  for (const auto* host : hosts_)
    speeds.push_back(host->get_speed());
  return speeds;
}

bool HostWatch::stays_down(int node) const {
  const auto& host = *hosts_[static_cast<std::size_t>(node)];
  return !host.is_on() && !PlannedCrashes::of(simulation_).recovers(host) && !recovers_by_profile(host);
}

Seconds HostWatch::sleep_until(Seconds date) {
  const bool may_recover = date == never && one_may_recover();
  for (bool over = false; seen_.empty() && !over;) { // the alarm may be an old one
    const Seconds left = may_recover ? patience : date - s4u::Engine::get_clock();
    if (left == never)
      alarm_->acquire();
    else
      over = !(left > 0) || alarm_->acquire_timeout(left);
  }
  if (seen_.empty() && date == never)
    alarm_->acquire(); // no host recovers any more: a deadlock
  return seen_.empty() ? date : seen_.back().date;
}

Seconds HostWatch::latest() const {
  const Seconds now = s4u::Engine::get_clock();
  return one_may_recover() && now < patience ? now + patience : never;
}

void HostWatch::notify_of_switches(const std::function<void()>& notify) {
  auto* const host = s4u::this_actor::get_host();
  if (std::exchange(detector_host_, host) != nullptr)
    alarm_ = s4u::Semaphore::create(0);
  add_actor(s4u::Actor::self()->get_name() + "-detector", host, [this, notify] {
    while (true) {
      wait_for_alarm();
      notify();
    }
  })->daemonize();
}

bool HostWatch::recovers_by_profile(const s4u::Host& host) const {
  return simulation_.states().recovers_after(host.get_name(), s4u::Engine::get_clock());
}

/// SimGrid 3.32 follows the profiles of hosts only while something else is still to come.
bool HostWatch::one_may_recover() const {
  return has_profiles_ && std::any_of(hosts_.begin(), hosts_.end(), [this](const auto* host) {
           return !host->is_on() && recovers_by_profile(*host);
         });
}

void HostWatch::wait_for_alarm() {
  if (!one_may_recover() || alarm_->acquire_timeout(patience)) // true if the time is over
    alarm_->acquire();
}

} // namespace malha
