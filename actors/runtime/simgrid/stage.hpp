// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/speeds.hpp"
#include "actors/runtime/plan/state_profiles.hpp"
#include "actors/runtime/plan/workload.hpp"
#include "actors/runtime/records/recorder.hpp"
#include "network.hpp"
#include "placement.hpp"

#include <functional>
#include <unordered_map>

namespace malha {

struct PreparedPlatform;

/// The part of a simulation that actors use: its hosts, actors, jobs, messages and records.
class Stage {
public:
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  RandomStreams& random() { return random_; }
  Recorder& recorder() { return *recorder_; }
  Executions& executions() { return executions_; }
  /// The channels of messages, and the routes between hosts.
  Network& network() { return network_; }
  const Network& network() const { return network_; }
  Transport transport() const { return network_.transport(); }

  /// The jobs of the run, for the running entry point. While actors are made, the size of the machine is not
  /// known, for which jobs may be generated. An actor that takes a job must know its shape.
  Workload& workload() { return workload_; }
  /// Takes the next job, or throws InputError when it has no tasks, or the entry point does not run its shape
  /// or support its input.
  Job take_job();
  /// The entry point runs DAGs whose tasks have run times of their own on each resource. Otherwise they are
  /// refused.
  void take_unrelated_times() { takes_unrelated_times_ = true; }
  /// The entry point does not report ends of tasks to its intake, so that jobs that wait for others are
  /// refused. They are, too, where it does not run DAGs.
  void refuse_jobs_that_wait() { refuses_jobs_that_wait_ = true; }
  /// The entry point takes jobs that run already when the run begins (RunsAlready). Otherwise they are
  /// refused.
  void take_running_jobs() { takes_running_jobs_ = true; }
  /// An actor heeds what jobs ask for beside resources and time. Otherwise a note says that it has no effect.
  void heed_requests() { notes_requests_ = false; }
  /// Registers a callback for every job taken from the workload.
  void on_job(std::function<void(const Job& job)> callback) { on_job_ = std::move(callback); }

  /// The entry point: the actor that takes the jobs of the workload.
  const Peer& entry() const { return placement_.entry(); }
  /// All actors of that name, in the order of the deployment.
  const std::vector<Peer>& peers(const std::string& actor) const;
  /// The one actor of that name. Throws InputError if there is none, or several.
  const Peer& only_peer(const std::string& actor) const;
  /// An actor on this host whose loss would end the run, or null. Actors that restart do not count if the
  /// host recovers.
  const Peer* keeper_of(const simgrid::s4u::Host* host, bool host_recovers) const {
    return placement_.keeper_of(host, host_recovers);
  }
  /// State shared by the actors of one architecture, created on first use.
  template <class Shared, class... Made>
  Shared& shared(const std::string& name, Made&&... from) {
    auto& one = shared_[name];
    if (!one)
      one = std::make_shared<Shared>(std::forward<Made>(from)...);
    return *static_cast<Shared*>(one.get());
  }
  /// Adds a remark for readers of the results, which begins with the setting: "accounts: …". It is shown
  /// once.
  void add_note(std::string note) { notes_.push_back(std::move(note)); }

  /// Whether the run leaves a snapshot, or continues one.
  const Continuation& continuation() const { return plan_.continuation; }
  /// The file that a parameter of an actor names.
  const std::filesystem::path& file(const std::string& named) const { return plan_.files.at(named); }

  /// The hosts of `@role=master`.
  std::vector<simgrid::s4u::Host*> masters() const { return grid_->masters(); }
  /// The hosts that a selector means, as in a deployment. Throws InputError when there is none.
  std::vector<simgrid::s4u::Host*> hosts(const std::string& selector) const;
  /// The speed profile of a host, in shares of its own speed; null if its speed is constant.
  const SpeedProfile* speeds_of(const simgrid::s4u::Host& host) const;
  /// The speed profiles of several hosts.
  std::vector<const SpeedProfile*> speeds_of(const std::vector<simgrid::s4u::Host*>& hosts) const;
  /// All profiles of the platform: how its hosts and links change over time.
  const std::vector<Profile>& profiles() const { return plan_.platform.profiles; }
  /// How the platform turns hosts off and on.
  const StateProfiles& states() const { return states_; }

  /// Whether hosts may be turned off or on at all.
  bool hosts_may_change() const { return hosts_may_change_; }
  /// Whether hosts may recover, by a profile or an environment actor.
  bool hosts_may_recover() const { return hosts_may_recover_; }
  /// Whether the platform turns off the host of the entry point, and on again later.
  bool entry_recovers() const;
  /// Whether others may compute on the hosts, so that a task takes longer than its work over their speed.
  bool hosts_are_shared() const { return hosts_are_shared_; }
  /// The number of CPU-bound processes of others on the host.
  int& external_loads(const simgrid::s4u::Host* host) { return external_loads_[host]; }

  /// Whether an actor may go through time without SimGrid if nothing else happens.
  bool may_look_ahead() const { return looks_ahead_until_ > 0; }
  /// Whether the calling actor may go to that date without SimGrid, since nothing else happens until then: no
  /// other actor lives but `asleep` ones, of which the caller knows that they sleep, no profile changes the
  /// platform, and the run is not cut.
  bool nobody_else_acts_before(Seconds date, std::size_t asleep) const;

protected:
  explicit Stage(const SimulationPlan& plan);
  ~Stage();

  const SimulationPlan& plan_;
  const bool hosts_may_change_, hosts_may_recover_, hosts_are_shared_;
  const Seconds looks_ahead_until_; ///< 0 if no actor may look ahead
  const StateProfiles states_;
  const std::map<std::string, SpeedProfile> speeds_; ///< by host, if they change
  RandomStreams random_;
  std::unique_ptr<simgrid::s4u::Engine> engine_;
  const std::unique_ptr<Grid> grid_;
  Workload workload_;
  std::function<void(const Job& job)> on_job_; ///< may be empty
  Executions executions_;
  std::unique_ptr<Recorder> recorder_;
  std::vector<std::string> notes_;
  Network network_;
  const Placement placement_;

private:
  Stage(const SimulationPlan& plan, PreparedPlatform prepared);

  void check_preceding(const Job& job) const;
  void check_data(const Job& job) const;
  void note_what_is_not_heeded(const Job& job);

  bool takes_unrelated_times_ = false, refuses_jobs_that_wait_ = false, takes_running_jobs_ = false;
  bool notes_requests_ = true; ///< that what jobs ask for has no effect, once
  std::map<std::string, std::shared_ptr<void>> shared_;
  std::unordered_map<const simgrid::s4u::Host*, int> external_loads_;
};

} // namespace malha
