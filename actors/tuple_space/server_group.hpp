// SPDX-License-Identifier: MIT
#pragma once
#include "actors/tuple_space/model/machine.hpp"
#include "space_context.hpp"

#include <functional>
#include <set>

namespace malha::tuple_space {

/// What the servers of a replicated space have in common: how many they are, with what they begin, and
/// whether enough of them are there.
class ServerGroup {
public:
  /// That of the simulation.
  static ServerGroup& of(ActorContext& context);

  /// Throws InputError where the servers cannot do what their parameters say.
  explicit ServerGroup(Stage& simulation);

  const std::vector<Peer>& servers() const { return servers_; }
  int size() const { return static_cast<int>(servers_.size()); }
  /// The space in which all begin.
  const SpaceMachine& first_machine() const { return first_machine_; }
  /// Throws InputError when more servers will crash than they have to support.
  void check_crashes() const;
  /// Whether so many were down at once, or not yet back, that the space may never answer again. Then nobody
  /// tries any more.
  bool is_lost() const { return is_lost_; }
  /// Calls `tell` when it is lost, from within SimGrid.
  void when_lost(std::function<void()> tell) { tell_of_loss_ = std::move(tell); }
  void has_recovered(int server) { away_.erase(server); }

private:
  void check_size() const;
  void check_hosts() const;
  void check_timeout() const;
  void check_profiles() const;
  void check_clients() const;
  void watch();

  Stage& simulation_;
  const std::vector<Peer> servers_;
  const int faults_;
  SpaceMachine first_machine_;
  std::set<int> away_; ///< servers that are down, or have not recovered
  bool is_lost_ = false;
  std::function<void()> tell_of_loss_ = [] {};
};

/// How long to wait after so many vain times.
Seconds patience(Seconds timeout, int vain);

} // namespace malha::tuple_space
