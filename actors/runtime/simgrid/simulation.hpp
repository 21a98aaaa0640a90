// SPDX-License-Identifier: MIT
#pragma once
#include "actor_instances.hpp"
#include "actors/model/message_faults.hpp"
#include "actors/runtime/records/outcome.hpp"
#include "simgrid_library.hpp"
#include "stage.hpp"

#include <functional>

namespace malha {

/// Sets an option of SimGrid, "key:value". When SimGrid refuses it, this throws InputError or aborts; so the
/// caller should be a process of its own.
void try_simgrid_option(const std::string& option);

/// The names and speeds, in flop/s, of the workers of a platform under a seed, in the platform's order. A
/// process that calls it cannot simulate afterwards.
std::vector<std::pair<std::string, FlopsPerSecond>> workers_of(const PlatformSource& platform,
                                                               std::uint64_t seed);

/// An actor of a deployment on a host.
struct ActorPlace {
  std::string actor; ///< "broker/worker"
  std::string host;
  bool is_active;   ///< it has something to do in this run
  std::string site; ///< its parameter of that name; "" if it has none
};

/// One run: the platform, the actors, and what they share. A process can have only one, because in SimGrid
/// 3.32 the clock of a second engine starts where the first one stopped.
class Simulation : private Stage {
public:
  /// Loads the platform and builds the actors. Writes records into `folder`; without one, only the metrics
  /// are kept. Throws InputError.
  Simulation(const SimulationPlan& plan, const RowFolder& folder);
  ~Simulation();

  /// Runs to the end, and writes what is left to write. It is called once.
  Outcome run();

  /// The places of the actors, without those of the environment, in the order of the deployment.
  std::vector<ActorPlace> places() const;
  /// Calls `look` with the date whenever the clock of the run has moved on, before any actor runs then.
  static void watch(const std::function<void(Seconds)>& look);
  /// Calls `look` with each message between two hosts when it is sent. The run has an environment actor for
  /// messages that are late or lost.
  void watch_messages(std::function<void(const SentMessage&)> look) const;
  /// A hash of what is under way now, whatever the date: how many messages each actor has not received yet,
  /// and which hosts are off.
  std::uint64_t under_way() const;

private:
  void open_workload();
  void check_crashes();
  void build_actors();
  void build(ActorInstance& one, const PlacedActor& placed, const Peer& peer);
  void start(ActorInstance& one);
  void live(ActorInstance& one);
  void leave_daemons();
  void fail(Status status, const std::string& message);

  void note_whether_cut();
  void write_messages() const;
  std::vector<MetricValue> metrics(bool all_have_ended) const;
  Outcome outcome();

  const RowFolder folder_;
  std::optional<int> recorded_nodes_; ///< what the workload's file says of its machine
  ActorInstances actors_;             ///< behind the members to which they refer
  Seconds last_end_ = 0;              ///< date at which the last actor that is no daemon ended
  bool cut_ = false;                  ///< the run was cut at max_time
  Outcome failure_;
};

} // namespace malha
