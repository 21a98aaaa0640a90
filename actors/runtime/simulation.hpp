// SPDX-License-Identifier: MIT
#pragma once
#include "bearing.hpp"
#include "platform.hpp"
#include "recorder.hpp"
#include "speeds.hpp"
#include "workload.hpp"

#include <deque>
#include <unordered_map>

namespace malha {

/// Exit statuses of the program and outcomes of a run.
enum class Status { done = 0, missed = 1, bad_input = 2, rule_broken = 3, not_ended = 4, died = 5 };

enum class Transport { network, instant };

struct WorkloadSource {
  std::string name;
  const WorkloadDescriptor* generator; ///< or reader
  Parameters parameters;
  std::filesystem::path file = {}; ///< that a reader reads
};

/// The parameters of a run itself: transport, max_time.
const std::vector<ParameterSpec>& run_parameters();

/// One simulation, every name found and every value checked.
struct SimulationPlan {
  PlatformSource platform;
  Deployment deployment;
  WorkloadSource workload;
  Parameters run; ///< of `run_parameters`
  std::uint64_t seed = 0;
  std::vector<std::string> simgrid_options;         ///< "network/latency-factor:10.4"
  std::vector<const ActorDescriptor*> entry_actors; ///< all there are, to be named in an error
  std::vector<PlacedActor> environment = {};        ///< actors that belong to the grid
};

struct Outcome {
  Status status = Status::done;
  std::string message; ///< what went wrong, if anything
  std::vector<MetricValue> metrics;
  std::int64_t tasks_submitted = 0;
  std::int64_t tasks_unfinished = 0;
  bool cannot_write = false; ///< what went wrong is that results cannot be written (CannotWrite)
  std::vector<WorkloadNote> workload_notes = {}; ///< not told to the process that started this one
  std::vector<std::string> workload_header = {};
  std::string simgrid_said = {}; ///< before it aborted, which ended the process
};

struct Channel;

/// "3.32.0": the SimGrid that is linked.
std::string simgrid_version();

/// The shared libraries in which simulations run: SimGrid's, and this one.
std::vector<std::filesystem::path> runtime_libraries();

/// Has SimGrid take the option, "key:value": throws InputError, or aborts, when it does not. For a process of
/// its own.
void try_simgrid_option(const std::string& option);

/// Name and speed of the workers of a platform under a seed, in its order. For a process that simulates
/// nothing.
std::vector<std::pair<std::string, FlopsPerSecond>> workers_of(const PlatformSource& platform,
                                                               std::uint64_t seed);

/// One run: the platform, the actors, and what they share. There can be one in a process (SimGrid 3.32 keeps
/// the clock of a second engine running).
class Simulation {
public:
  /// Loads the platform and builds the actors. Throws InputError. Records go into `folder`; when it is "",
  /// only the metrics are kept.
  Simulation(const SimulationPlan& plan, const std::filesystem::path& folder);
  ~Simulation();

  /// Runs to the end and writes what is left to write. To be called once.
  Outcome run();

  // What actors use:
  Transport transport() const { return transport_; }
  RandomStreams& random() { return random_; }
  Recorder& recorder() { return *recorder_; }
  Executions& executions() { return executions_; }
  /// The jobs of the run. For the actor where jobs enter, when it runs: while actors are made, the size of
  /// the machine is not known, for which jobs may be generated. Whoever takes a job must know its shape.
  Workload& workload() { return *workload_; }
  /// Takes the next job, or throws InputError when it has no tasks, or the actor where jobs enter does not
  /// run its shape, or bear its input.
  Job take_job();
  /// The actor where jobs enter.
  const Peer& entry() const { return *entry_; }
  /// What actors of one architecture share besides messages, by name; made by the first to ask.
  template <class Shared, class... Made>
  Shared& shared(const std::string& name, Made&&... from) {
    auto& one = shared_[name];
    if (!one)
      one = std::make_shared<Shared>(std::forward<Made>(from)...);
    return *static_cast<Shared*>(one.get());
  }
  /// An actor on the host that others could not do without: the one where jobs enter, or one whose descriptor
  /// says so; null where there is none.
  const Peer* keeper_of(const simgrid::s4u::Host* host) const;
  /// The hosts of `@role=master`.
  std::vector<simgrid::s4u::Host*> masters() const { return grid_->masters(); }
  /// The hosts that a selector means, as in a deployment. Throws InputError when there is none.
  std::vector<simgrid::s4u::Host*> hosts(const std::string& selector) const;
  /// All actors of that name, in the order of the deployment.
  const std::vector<Peer>& peers(const std::string& actor) const;
  /// Plans to turn the host off, for good: then dates are the planned ones, from which the clock may differ
  /// in the last digits.
  void plan_crash(const simgrid::s4u::Host& host, Seconds date) { crashes_[&host] = date; }
  /// The planned date of its crash; `never` if there is none.
  Seconds crash_of(const simgrid::s4u::Host& host) const {
    const auto planned = crashes_.find(&host);
    return planned == crashes_.end() ? never : planned->second;
  }
  /// The speed of a host over time, in shares of its own; null where it is constant.
  const SpeedProfile* speeds_of(const simgrid::s4u::Host& host) const;
  /// The same of several.
  std::vector<const SpeedProfile*> speeds_of(const std::vector<simgrid::s4u::Host*>& hosts) const;
  /// Whether the platform turns hosts off and on in the course of time.
  bool has_state_profiles() const;
  /// Whether hosts may be switched at all.
  bool hosts_may_change() const { return hosts_may_change_; }
  /// Whether others may compute on the hosts, so that a task takes longer than its work over their speed.
  bool hosts_are_shared() const { return hosts_are_shared_; }
  /// CPU-bound processes of others on the host.
  int& external_loads(const simgrid::s4u::Host* host) { return external_loads_[host]; }
  Channel& channel(const std::string& mailbox);
  MessageRow& message_row(const std::string& kind, const std::string& layer);
  /// Throws InputError when messages cannot travel both ways between the hosts.
  void check_route(simgrid::s4u::Host* a, simgrid::s4u::Host* b) const;

private:
  struct Living {
    std::unique_ptr<ActorContext> context;
    std::unique_ptr<Actor> actor;
    bool ended = false;
    Seconds lost = never; ///< with its host, which was switched off
  };

  void open_workload();
  void place_actors(const Deployment& deployment);
  void place_environment();
  void place(const PlacedActor& placed, simgrid::s4u::Host* host);
  void build_actors();
  void find_entry();
  void check_keepers() const;
  void live(Living& one);
  void fail(Status status, const std::string& message);
  /// "; `<actor>` was lost …" for the first that ended with its host, or "".
  std::string who_was_lost() const;
  /// "; `<actor>` waits for …" for the first few actors that have not ended.
  std::string who_waits() const;
  void write_messages() const;
  Outcome outcome();

  const SimulationPlan& plan_;
  std::filesystem::path folder_;
  Transport transport_;
  const bool hosts_may_change_, hosts_are_shared_;
  const std::map<std::string, SpeedProfile> speeds_; ///< by host, where they change
  RandomStreams random_;
  std::unique_ptr<simgrid::s4u::Engine> engine_;
  std::unique_ptr<Grid> grid_;
  std::unique_ptr<Workload> workload_;
  std::optional<int> recorded_nodes_; ///< what the workload's file says of its machine
  Executions executions_;
  std::unique_ptr<Recorder> recorder_;
  std::map<std::string, std::vector<Peer>> peers_;
  std::map<std::string, int> namesakes_; ///< by mailbox, while actors are placed
  std::vector<std::pair<const PlacedActor*, Peer>> placed_;
  std::optional<Peer> entry_;
  std::unordered_map<const simgrid::s4u::Host*, int> external_loads_;
  std::map<std::string, std::unique_ptr<Channel>> channels_;
  std::map<std::string, std::shared_ptr<void>> shared_;
  std::map<std::pair<std::string, std::string>, MessageRow> messages_; ///< by kind and layer
  std::deque<Living> actors_;                                          ///< after what they refer to
  std::unordered_map<const simgrid::s4u::Host*, Seconds> crashes_;     ///< planned
  Seconds last_end_ = 0;                                               ///< of an actor that is no daemon
  bool cut_ = false;                                                   ///< at max_time
  Outcome failure_;
};

} // namespace malha
