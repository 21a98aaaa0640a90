// SPDX-License-Identifier: MIT
#pragma once
#include "stage.hpp"

#include <simgrid/s4u.hpp>

#include <functional>
#include <utility>
#include <vector>

namespace malha {

/// Watches the hosts of a scheduler, which may fail and recover, and wakes the scheduler when one does. The
/// scheduler sees nodes: a node is a host, or one core of a host.
class HostWatch {
public:
  struct Switch {
    int node;
    bool on;
    Seconds date;
  };

  /// `hosts` has the host of each node. A host of several nodes is in it several times.
  HostWatch(Stage& simulation, std::vector<simgrid::s4u::Host*> hosts);
  HostWatch(const HostWatch&) = delete;
  HostWatch& operator=(const HostWatch&) = delete;

  /// Calls `notify` at each switch of a node, from within SimGrid: it may change plain data alone.
  static void on_switch(Stage& simulation, const std::vector<simgrid::s4u::Host*>& hosts,
                        const std::function<void(const Switch&)>& notify);

  const std::vector<simgrid::s4u::Host*>& hosts() const { return hosts_; }
  std::vector<FlopsPerSecond> speeds() const;

  /// Whether the node is down and never recovers.
  bool stays_down(int node) const;

  /// Whether a node was switched since the last `take`.
  bool any() const { return !seen_.empty(); }
  /// Returns the switches since the last call, in their order.
  std::vector<Switch> take() { return std::exchange(seen_, {}); }

  /// Sleeps until that date, or until a node is switched; with `never` only a switch ends the sleep. Returns
  /// the date at the end.
  Seconds sleep_until(Seconds date);
  /// The date until which to wait for messages that may never come: `never`, unless a node may recover.
  Seconds latest() const;
  /// Starts another actor that calls `notify` at each switch. It replaces `sleep_until` if the scheduler
  /// waits for messages, because an actor cannot wait for messages and for hosts at once. A scheduler that
  /// runs again after its host was down calls it again.
  void notify_of_switches(const std::function<void()>& notify);

private:
  bool recovers_by_profile(const simgrid::s4u::Host& host) const;
  bool one_may_recover() const;
  void wait_for_alarm();

  Stage& simulation_;
  const std::vector<simgrid::s4u::Host*> hosts_;
  const bool has_profiles_; ///< of the platform, which turn hosts off and on
  std::vector<Switch> seen_;
  const simgrid::s4u::Host* detector_host_ = nullptr; ///< of the actor that notifies, if there is one
  simgrid::s4u::SemaphorePtr alarm_ = simgrid::s4u::Semaphore::create(0);
};

} // namespace malha
