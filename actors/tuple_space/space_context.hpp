// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/tuple_space/model/resource.hpp"
#include "local_space.hpp"
#include "tie_breaker.hpp"

namespace malha::tuple_space {

/// Whether several servers keep the space (tuple_space/replica), or one (tuple_space/space).
bool is_replicated(Stage& simulation);
/// All servers. Throws InputError if there is none, or if there are both kinds.
std::vector<Peer> servers_of(Stage& simulation);

/// Whether a resource executes its tasks, whatever else runs on its host, instead of planning their ends.
bool executes(const Parameters& resource);

/// What the actors of a tuple space share besides messages: clients, records, crashes, and, if one server
/// keeps the space, its store.
class SpaceContext {
public:
  /// The space of the simulation.
  static SpaceContext& of(ActorContext& context);

  explicit SpaceContext(Stage& simulation);

  /// By node: node i is resource i, the last node the broker.
  const std::vector<simgrid::s4u::Host*> hosts;
  /// By resource.
  const std::vector<FlopsPerSecond> speeds;
  const FlopsPerSecond mean_speed;
  ResourceClasses classes;
  /// Before any crash resource i is client i.
  SpaceClients clients;
  SpaceJournal journal;
  CrashBook crashes;
  LocalSpace local;
  TieBreaker tie_breaker;
  /// By resource; complete when all actors are made.
  std::vector<Puller> pullers;

  /// Whether the broker runs all resources as a model (Model), so that they are no actors of SimGrid.
  bool runs_as_model() const { return runs_as_model_; }
  /// The node of the broker.
  int broker() const { return clients.nodes() - 1; }
  /// Throws InputError if an actor was checked before that has another policy, or other parameters of it.
  void check_same_policy(const ActorContext& context);

  /// The host of a node has failed: adds the crash to the book, and takes away the turn of a resource.
  void crashed(int node, Seconds now);

private:
  void watch(Stage& simulation);

  const bool runs_as_model_;
  std::string policy_; ///< of the first actor that was checked
};

} // namespace malha::tuple_space
