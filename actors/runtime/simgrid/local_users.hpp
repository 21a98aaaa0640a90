// SPDX-License-Identifier: MIT
#pragma once
#include "stage.hpp"

#include <functional>
#include <unordered_set>

namespace malha {

/// What an active local user of a host uses, as the host's monitor sees it. What parallel tasks lose to him
/// is another matter, which only the engine knows.
struct LocalProfile {
  double cpu = 0;     ///< share of the CPU
  double memory = 0;  ///< share of the host's memory
  double traffic = 0; ///< B/s that he sends and receives
};

/// Which hosts have a local user now. The actor environment/local_users says so; a run without it has none.
class LocalUsers {
public:
  /// Those of a simulation, which its actors share.
  static LocalUsers& of(Stage& simulation) { return simulation.shared<LocalUsers>("local users"); }

  /// All local users are alike.
  const LocalProfile& profile() const { return profile_; }
  /// Whether those who are there stay to the end.
  bool stay() const { return stay_; }
  void describe(const LocalProfile& profile, bool stay) {
    profile_ = profile;
    stay_ = stay;
  }

  bool on(const simgrid::s4u::Host* host) const { return hosts_.count(host) > 0; }
  /// The hosts with a user from now on. Those who want to hear of it are told.
  void change(std::unordered_set<const simgrid::s4u::Host*> hosts) {
    hosts_ = std::move(hosts);
    for (const auto& tell : listeners_)
      tell();
  }
  /// Calls `tell` whenever users have come or gone.
  void on_change(std::function<void()> tell) { listeners_.push_back(std::move(tell)); }

private:
  LocalProfile profile_;
  bool stay_ = true;
  std::unordered_set<const simgrid::s4u::Host*> hosts_;
  std::vector<std::function<void()>> listeners_;
};

} // namespace malha
