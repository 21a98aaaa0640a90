// SPDX-License-Identifier: MIT
#pragma once
#include "actors/easygrid/messages.hpp"
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/runtime/simgrid/simulation.hpp"
#include "tests/support/program.hpp"

#include <gtest/gtest.h>
#include <simgrid/s4u.hpp>

namespace malha {

/// As the names of tests say it.
inline void PrintTo(Reception reception, std::ostream* out) {
  *out << (reception == Reception::permanent ? "permanent" : "rendezvous");
}

} // namespace malha

namespace malha::testing {

/// What SimGrid's clock resolves (surf/precision). Dates that need no more than binary fractions are exact.
inline constexpr Seconds clock_precision = 1e-9;

/// Time of a message between two hosts of a full mesh with the default link (12.5 MB/s, 1 ms), alone on it.
/// SimGrid's default model, LV08, multiplies the latency by 13.01 and the bandwidth by 0.97, and adds to each
/// byte the 5 % of its acknowledgement, which comes back over the same link.
inline Seconds transfer_time(Bytes size) { return 13.01 * 1e-3 + 1.05 * size / (0.97 * 12.5e6); }

inline Seconds now() { return simgrid::s4u::Engine::get_clock(); }

/// A task of a test's job; the workload numbers it.
Task task_of(Flops work, Bytes input = 0, int resources = 1);
/// A job of those tasks.
Job job_of(Seconds submitted, std::vector<Task> tasks);

/// One simulation put together by hand: real actors and policies from the built plugins, scripted ones from
/// the test. A process can hold one.
class ScriptedRun {
public:
  using Script = std::function<void(ActorContext&)>;

  /// A full mesh of one-core hosts of 1 Gflop/s unless `mesh` says otherwise.
  explicit ScriptedRun(const Settings& mesh);
  /// A platform file.
  explicit ScriptedRun(const std::filesystem::path& platform);

  /// A run parameter.
  void set(const std::string& name, const std::string& value) { run_settings_[name] = value; }
  void instant() { set("transport", "instant"); }
  void jobs(std::vector<Job> jobs);

  /// An actor of the test; `change` may complete what it says of itself. Where jobs enter it supports all,
  /// unless that says what.
  void script(
      const std::string& name, const std::string& hosts, Script script,
      const std::function<void(ActorDescriptor&)>& change = [](ActorDescriptor&) {});
  /// Where jobs enter; a run needs one.
  void entry(const std::string& name, const std::string& hosts, Script script);
  /// An actor of a plugin, with its policies by slot: `shipped` ones, or the test's own. What it asks of
  /// nobody here is answered as in a deployment that does not say who answers.
  void place(const std::string& name, const std::string& hosts, const Settings& parameters,
             const std::map<std::string, PolicyDescriptor>& policies = {});
  /// A file that a parameter of an actor names by this text.
  void file(const std::string& named, const std::filesystem::path& path) { plan_.files[named] = path; }
  /// An environment actor of a plugin.
  void environment(const std::string& name, const Settings& parameters);
  /// A policy of a plugin.
  static const PolicyDescriptor& shipped(std::string_view name);

  Outcome run();

  /// The lines of a file of the run but its header.
  std::vector<std::string> lines(const std::string& file) const;
  /// "id start finish resources" for each line of jobs.csv.
  std::vector<std::string> schedule() const;
  static double metric(const Outcome& outcome, const std::string& name);
  /// A value of messages.csv: "number bytes" of the kind in the layer, "" when it has no row.
  std::string messages(const std::string& kind, const std::string& layer) const;

private:
  explicit ScriptedRun(PlatformSource platform);
  PlacedActor& add(const ActorDescriptor& descriptor, const std::string& hosts, const Settings& parameters);

  TemporaryFolder folder_;
  SimulationPlan plan_;
  Settings run_settings_;
  std::deque<ActorDescriptor> own_actors_;
  std::deque<PolicyDescriptor> chosen_policies_;
};

/// Records the end of a task that a scripted actor pretends to have run, from its submission to now.
void record_end(ActorContext& context, const Task& task);

} // namespace malha::testing
