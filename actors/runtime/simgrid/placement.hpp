// SPDX-License-Identifier: MIT
#pragma once
#include "actor.hpp"
#include "actors/runtime/plan/plan.hpp"

#include <optional>

namespace malha {

/// The hosts on which the actors of a run live.
class Placement {
public:
  /// `plan` must outlive this object. Throws InputError when an actor does not support a condition of the
  /// run, when a selector means no host, unless there is one entry point, and when the platform turns off a
  /// host that others cannot do without.
  Placement(const SimulationPlan& plan, const Grid& grid);

  /// All actors, in the order of the deployment, and behind them the environment.
  const std::vector<std::pair<const PlacedActor*, Peer>>& actors() const { return placed_; }
  /// All actors, by name.
  const std::map<std::string, std::vector<Peer>>& peers() const { return peers_; }
  const Peer& entry() const { return *entry_; }
  /// An actor on this host whose loss would end the run, or null. Actors that restart do not count if the
  /// host recovers.
  const Peer* keeper_of(const simgrid::s4u::Host* host, bool host_recovers) const;

private:
  void place_actors(const Grid& grid);
  void place_environment(const Grid& grid);
  void place(const PlacedActor& placed, simgrid::s4u::Host* host);
  void find_entry();
  void check_keepers() const;

  const SimulationPlan& plan_;
  std::map<std::string, int> namesakes_; ///< by mailbox
  std::vector<std::pair<const PlacedActor*, Peer>> placed_;
  std::map<std::string, std::vector<Peer>> peers_;
  std::optional<Peer> entry_;
};

} // namespace malha
