// SPDX-License-Identifier: MIT
#pragma once
#include "stage.hpp"

#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace malha {

/// What an active local user of a host uses, as the host's monitor sees it. What parallel tasks lose to the
/// user is another matter, which only the engine knows.
struct LocalProfile {
  double cpu = 0;     ///< share of the CPU
  double memory = 0;  ///< share of the host's memory
  double traffic = 0; ///< B/s that the user sends and receives
};

/// The hosts that have a local user now, which the actor environment/local_users changes. A run without it
/// has none.
class LocalUsers {
public:
  /// The local users of a simulation, which its actors share.
  static LocalUsers& of(Stage& simulation) { return simulation.shared<LocalUsers>("local users"); }

  /// The profile of the local user of a host.
  const LocalProfile& profile(const simgrid::s4u::Host* host) const {
    const auto own = profiles_.find(host);
    return own == profiles_.end() ? profile_ : own->second;
  }
  /// Whether the present users stay to the end.
  bool stay() const { return stay_; }
  /// Sets the profile of all users, but for those of hosts that have a profile of their own.
  void describe(const LocalProfile& profile, bool stay) {
    profile_ = profile;
    stay_ = stay;
  }
  void describe(const simgrid::s4u::Host* host, const LocalProfile& profile) { profiles_[host] = profile; }

  bool on(const simgrid::s4u::Host* host) const { return hosts_.count(host) > 0; }
  /// Changes the hosts that have a user from now on, and notifies the listeners.
  void change(std::unordered_set<const simgrid::s4u::Host*> hosts) {
    hosts_ = std::move(hosts);
    for (const auto& notify : listeners_)
      notify();
  }
  /// Calls `notify` whenever users have come or gone.
  void on_change(std::function<void()> notify) { listeners_.push_back(std::move(notify)); }

private:
  LocalProfile profile_;
  std::unordered_map<const simgrid::s4u::Host*, LocalProfile> profiles_;
  bool stay_ = true;
  std::unordered_set<const simgrid::s4u::Host*> hosts_;
  std::vector<std::function<void()>> listeners_;
};

} // namespace malha
