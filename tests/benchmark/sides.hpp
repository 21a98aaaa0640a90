// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/runtime/simgrid/simulation.hpp"
#include "tests/support/program.hpp"

#include <simgrid/s4u.hpp>

#include <functional>

/// Malha's cost is stated as a ratio: a pattern as Malha's actors do it, over the same pattern written by
/// hand in S4U. Both sides run the same platform under the same SimGrid options and reach the same simulated
/// date; building the platform and the actors is not measured.
namespace malha::overhead {

/// One simulation, run once.
struct Measured {
  double processor_seconds; ///< of the run alone
  Seconds result; ///< the same on both sides: the simulated date of the end; of a batch the mean wait
};

/// The two sides of a pattern, for a number of operations (messages, computations, jobs or tasks).
struct Pattern {
  std::string name;
  std::function<Measured(std::int64_t)> ours;
  std::function<Measured(std::int64_t)> by_hand;
  double limit = 1.3; ///< a ratio above it is pointed out
};

std::vector<Pattern> message_patterns();
std::vector<Pattern> execution_patterns();
std::vector<Pattern> scheduler_patterns();

/// Malha's side: actors placed as a deployment would place them. The platform of both sides is a full mesh of
/// one-core hosts of 1 Gflop/s, host-0 and so on, with a link of 12.5 MB/s and 1 ms for every pair.
class OurSide {
public:
  /// The workload is a bag of `tasks`, which the actor where jobs enter has to take and record.
  OurSide(int hosts, std::int64_t tasks, const Settings& run = {});

  template <class A>
  void place(const std::string& name, const std::string& hosts, bool is_entry = false) {
    ActorDescriptor descriptor;
    descriptor.name = name;
    descriptor.parameters = {reception_parameter("rendezvous")};
    if (is_entry) {
      descriptor.runs = {Shape::bag_of_tasks};
      descriptor.supports = {{Condition::network}, {Condition::inputs}};
    }
    descriptor.make = make_actor<A>;
    plan_.deployment.actors.push_back(
        {hosts, &descriptors_.emplace_back(std::move(descriptor)), {}, {}, name});
  }
  /// Throws std::runtime_error when the run does not end well.
  Measured run(const Settings& of_every_actor = {});

private:
  SimulationPlan plan_;
  std::deque<ActorDescriptor> descriptors_;
};

/// The row of a bag of one task: for patterns that record nothing.
JobRow only_row(const Job& job);

/// The side written by hand.
class HandSide {
public:
  explicit HandSide(int hosts);

  void actor(int host, std::function<void()> code);
  Measured run();

private:
  simgrid::s4u::Engine* engine_;
  std::unique_ptr<Grid> grid_;
  std::vector<simgrid::s4u::Host*> hosts_;
};

/// By hand, a message is on the heap; its receiver deletes it, and so does SimGrid when it is lost.
template <class Content>
void put(simgrid::s4u::Mailbox* mailbox, Content* content, Bytes size) {
  mailbox->put_init(content, static_cast<std::uint64_t>(size))->detach([](void* lost) {
    delete static_cast<Content*>(lost);
  });
}
template <class Content>
void put(simgrid::s4u::Mailbox* mailbox, Content* content) {
  put(mailbox, content, content->size());
}
template <class Content>
Content get(simgrid::s4u::Mailbox* mailbox) {
  return *std::unique_ptr<Content>(mailbox->get<Content>());
}

} // namespace malha::overhead
