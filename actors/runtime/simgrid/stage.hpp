// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/plan/plan.hpp"
#include "actors/runtime/plan/speeds.hpp"
#include "actors/runtime/plan/workload.hpp"
#include "actors/runtime/records/recorder.hpp"

#include <functional>
#include <unordered_map>

namespace malha {

/// Whether messages cross the network, or are there at once.
enum class Transport { network, instant };

struct Channel;
struct PreparedPlatform;
class MessageFaults;

/// The part of a simulation that actors use: its hosts, actors, jobs, messages and records.
class Stage {
public:
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  Transport transport() const { return transport_; }
  RandomStreams& random() { return random_; }
  Recorder& recorder() { return *recorder_; }
  Executions& executions() { return executions_; }
  /// The jobs of the run. For the actor where jobs enter, when it runs: while actors are made, the size of
  /// the machine is not known, for which jobs may be generated. Whoever takes a job must know its shape.
  Workload& workload() { return workload_; }
  /// Takes the next job, or throws InputError when it has no tasks, or the actor where jobs enter does not
  /// run its shape, or support its input.
  Job take_job();
  /// Has `hears` called with each job that is taken.
  void tell_of_jobs(std::function<void(const Job& job)> hears) { hears_of_jobs_ = std::move(hears); }
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
  /// says so; null where there is none. Where the host `comes_back`, one that runs again is none.
  const Peer* keeper_of(const simgrid::s4u::Host* host, bool comes_back = false) const;
  /// The file that a parameter of an actor names.
  const std::filesystem::path& file(const std::string& named) const { return plan_.files.at(named); }
  /// The hosts of `@role=master`.
  std::vector<simgrid::s4u::Host*> masters() const { return grid_->masters(); }
  /// The hosts that a selector means, as in a deployment. Throws InputError when there is none.
  std::vector<simgrid::s4u::Host*> hosts(const std::string& selector) const;
  /// All actors of that name, in the order of the deployment.
  const std::vector<Peer>& peers(const std::string& actor) const;
  /// The one actor of that name. Throws InputError where there is none, or several.
  const Peer& only_peer(const std::string& actor) const;
  /// The speed of a host over time, in shares of its own; null where it is constant.
  const SpeedProfile* speeds_of(const simgrid::s4u::Host& host) const;
  /// The same of several.
  std::vector<const SpeedProfile*> speeds_of(const std::vector<simgrid::s4u::Host*>& hosts) const;
  /// How hosts and links of the platform change in the course of time.
  const std::vector<Profile>& profiles() const { return plan_.platform.profiles; }
  /// Whether the platform turns hosts off and on in the course of time.
  bool has_state_profiles() const;
  /// Whether the platform turns the host off, and on again later.
  bool returns(const simgrid::s4u::Host& host) const;
  /// Whether the platform turns the host on after that date.
  bool returns_after(const simgrid::s4u::Host& host, Seconds date) const;
  /// Whether a profile of the platform switches the host.
  bool has_state_profile(const simgrid::s4u::Host& host) const;
  /// Whether hosts may come back that have gone, by a profile or an environment actor.
  bool hosts_may_return() const { return hosts_may_return_; }
  /// Whether the platform turns off the host of the actor where jobs enter, and on again later.
  bool entry_returns() const;
  /// Whether hosts may be switched at all.
  bool hosts_may_change() const { return hosts_may_change_; }
  /// Whether an actor may go through time without SimGrid where nobody else acts.
  bool may_look_ahead() const { return looks_ahead_until_ > 0; }
  /// Whether the actor that asks may go to that date without SimGrid, since nothing else can happen until
  /// then: no other actor lives, but so many of whom the caller knows that they sleep, no profile changes the
  /// platform, and the run is not cut.
  bool nobody_else_acts_before(Seconds date, std::size_t asleep) const;
  /// Whether others may compute on the hosts, so that a task takes longer than its work over their speed.
  bool hosts_are_shared() const { return hosts_are_shared_; }
  /// CPU-bound processes of others on the host.
  int& external_loads(const simgrid::s4u::Host* host) { return external_loads_[host]; }
  /// Whether messages may be lost between hosts that are up.
  bool messages_may_be_lost() const { return messages_may_be_lost_; }
  /// Which messages are late or lost; null where all arrive in time.
  MessageFaults* message_faults() { return message_faults_.get(); }
  Channel& channel(const std::string& mailbox);
  MessageRow& message_row(const std::string& kind, const std::string& layer);
  /// Throws InputError when messages cannot travel both ways between the hosts.
  void check_route(simgrid::s4u::Host* a, simgrid::s4u::Host* b) const;
  /// The time that the shortest message takes from one host to the other when their route is at its slowest,
  /// in the network model of the run; 0 where messages take no time.
  Seconds longest_way(const simgrid::s4u::Host* from, const simgrid::s4u::Host* to) const;
  /// Throws InputError when who is on `host` would know of the crash of another host before a message could
  /// bring it. A delay of 0 stands for a detector that needs no messages.
  void check_detector(simgrid::s4u::Host* host, const std::vector<simgrid::s4u::Host*>& others,
                      const std::string& detection_delay) const;

protected:
  explicit Stage(const SimulationPlan& plan);
  ~Stage();

  const SimulationPlan& plan_;
  const Transport transport_;
  const bool hosts_may_change_, hosts_may_return_, hosts_are_shared_, messages_may_be_lost_;
  const Seconds looks_ahead_until_;                  ///< 0 where no actor may look ahead
  const std::map<std::string, SpeedProfile> speeds_; ///< by host, where they change
  RandomStreams random_;
  const std::unique_ptr<simgrid::s4u::Engine> engine_;
  const std::unique_ptr<Grid> grid_;
  Workload workload_;
  std::function<void(const Job& job)> hears_of_jobs_; ///< may be empty
  Executions executions_;
  std::unique_ptr<Recorder> recorder_;
  std::map<std::string, std::vector<Peer>> peers_;
  std::optional<Peer> entry_;
  const std::unique_ptr<MessageFaults> message_faults_;
  std::map<std::string, std::unique_ptr<Channel>> channels_;
  std::map<std::pair<std::string, std::string>, MessageRow> messages_; ///< by kind and layer

private:
  Stage(const SimulationPlan& plan, PreparedPlatform ground);

  std::map<std::string, std::shared_ptr<void>> shared_;
  std::unordered_map<const simgrid::s4u::Host*, int> external_loads_;
};

} // namespace malha
