// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/agenda.hpp"
#include "planned_crashes.hpp"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <utility>

namespace malha {

/// Watches the hosts of a scheduler, which may go down and come back, and wakes the scheduler when one does.
/// The scheduler sees nodes: a node is a host, or one core of a host.
class HostWatch {
public:
  struct Switch {
    int node;
    bool on;
    Seconds date;
  };

  /// `hosts` has the host of each node. A host of several nodes is in it several times.
  HostWatch(Stage& simulation, std::vector<simgrid::s4u::Host*> hosts)
      : simulation_(simulation), hosts_(std::move(hosts)), has_profiles_(simulation.has_state_profiles()) {
    simgrid::s4u::Host::on_state_change_cb([this, &simulation](const simgrid::s4u::Host& host) {
      tell_of(simulation, hosts_, host, [this](const Switch& seen) { seen_.push_back(seen); });
      if (&host != detector_host_) // SimGrid 3.32 would run the detector, which has just been killed
        alarm_->release();
    });
    for (std::size_t node = 0; node < hosts_.size(); ++node) // profiles have had their say on date 0
      if (!hosts_[node]->is_on())
        seen_.push_back({static_cast<int>(node), false, 0});
  }
  HostWatch(const HostWatch&) = delete;
  HostWatch& operator=(const HostWatch&) = delete;

  /// Calls `tell` at each switch of a node, from within SimGrid: it may change plain data alone.
  template <class Tell>
  static void on_switch(Stage& simulation, const std::vector<simgrid::s4u::Host*>& hosts, Tell tell) {
    simgrid::s4u::Host::on_state_change_cb([&simulation, hosts, tell](const simgrid::s4u::Host& host) {
      tell_of(simulation, hosts, host, tell);
    });
  }

  const std::vector<simgrid::s4u::Host*>& hosts() const { return hosts_; }
  std::vector<FlopsPerSecond> speeds() const {
    std::vector<FlopsPerSecond> speeds;
    for (const auto* host : hosts_)
      speeds.push_back(host->get_speed());
    return speeds;
  }

  /// Whether the node is down and never comes back.
  bool stays_down(int node) const {
    const auto& host = *hosts_[static_cast<std::size_t>(node)];
    return !host.is_on() && !PlannedCrashes::of(simulation_).comes_back(host) && !profile_returns(host);
  }

  bool any() const { return !seen_.empty(); }
  /// The switches since the last call, in their order.
  std::vector<Switch> take() { return std::exchange(seen_, {}); }

  /// Sleeps until that date, or until a node is switched; with `never` only a switch ends the sleep. Returns
  /// the date at the end.
  Seconds sleep_until(Seconds date) {
    using simgrid::s4u::Engine;
    const bool may_come_back = date == never && one_may_come_back();
    for (bool over = false; seen_.empty() && !over;) { // the alarm may be an old one
      const Seconds left = may_come_back ? patience : date - Engine::get_clock();
      if (left == never)
        alarm_->acquire();
      else
        over = !(left > 0) || alarm_->acquire_timeout(left);
    }
    if (seen_.empty() && date == never)
      alarm_->acquire(); // nobody comes any more: a deadlock
    return seen_.empty() ? date : seen_.back().date;
  }
  /// The date until which to wait for messages that may never come: `never`, unless a node may come back.
  Seconds latest() const {
    const Seconds now = simgrid::s4u::Engine::get_clock();
    return one_may_come_back() && now < patience ? now + patience : never;
  }
  /// Starts another actor that calls `tell` at each switch. It replaces `sleep_until` where the scheduler
  /// waits for messages, because an actor cannot wait for messages and for hosts at once. A scheduler that
  /// runs again after its host was down calls it again.
  template <class Tell>
  void tell_switches(Tell tell) {
    using simgrid::s4u::Actor;
    if (std::exchange(detector_host_, simgrid::s4u::this_actor::get_host()) != nullptr)
      alarm_ = simgrid::s4u::Semaphore::create(0);
    Actor::create(Actor::self()->get_name() + "-detector", simgrid::s4u::this_actor::get_host(),
                  [this, tell] {
                    while (true) {
                      wait_for_alarm();
                      tell();
                    }
                  })
        ->daemonize();
  }

private:
  template <class Tell>
  static void tell_of(Stage& simulation, const std::vector<simgrid::s4u::Host*>& hosts,
                      const simgrid::s4u::Host& host, const Tell& tell) {
    for (std::size_t node = 0; node < hosts.size(); ++node)
      if (hosts[node] == &host)
        tell(Switch{static_cast<int>(node), host.is_on(), date_of(simulation, host)});
  }

  bool profile_returns(const simgrid::s4u::Host& host) const {
    return simulation_.returns_after(host, simgrid::s4u::Engine::get_clock());
  }
  /// SimGrid 3.32 looks at the profiles of hosts only while something else is still to come.
  bool one_may_come_back() const {
    return has_profiles_ && std::any_of(hosts_.begin(), hosts_.end(), [this](const auto* host) {
             return !host->is_on() && profile_returns(*host);
           });
  }
  void wait_for_alarm() {
    if (!one_may_come_back() || alarm_->acquire_timeout(patience)) // true where the time is over
      alarm_->acquire();
  }
  static Seconds date_of(Stage& simulation, const simgrid::s4u::Host& host) {
    const auto& crashes = PlannedCrashes::of(simulation);
    const Seconds planned = host.is_on() ? crashes.return_of(host) : crashes.date_of(host);
    return planned < never ? planned : simgrid::s4u::Engine::get_clock();
  }

  Stage& simulation_;
  const std::vector<simgrid::s4u::Host*> hosts_;
  const bool has_profiles_; ///< of the platform, which turn hosts off and on
  std::vector<Switch> seen_;
  const simgrid::s4u::Host* detector_host_ = nullptr; ///< of the actor that tells, where there is one
  simgrid::s4u::SemaphorePtr alarm_ = simgrid::s4u::Semaphore::create(0);
};

} // namespace malha
