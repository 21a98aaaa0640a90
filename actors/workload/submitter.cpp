// SPDX-License-Identifier: MIT
#include "submission.hpp"

#include "actors/runtime/mailbox.hpp"

namespace malha {
namespace {

/// Sends each job of the workload, at its date of submission, to the actor where jobs enter. Under instant
/// transport that actor reads the workload itself, and there is nothing to do here.
class Submitter : public Actor {
public:
  explicit Submitter(ActorContext& context)
      : context_(context), entry_(context, context.simulation().entry()),
        description_(context.parameters().real("description")) {
    if (context.simulation().peers(context.self().descriptor->name).size() > 1)
      throw InputError("there is more than one; valid: one, since all would submit the same jobs");
  }

  void run() override {
    auto& simulation = context_.simulation();
    if (simulation.transport() == Transport::instant)
      return;
    while (const Job* next = simulation.workload().peek()) {
      simgrid::s4u::this_actor::sleep_until(next->submitted);
      entry_.send(Submission{simulation.take_job(), description_});
    }
    entry_.send(LastSubmission{});
  }

private:
  ActorContext& context_;
  Address<EntryMessage, std::variant<Submission, LastSubmission>> entry_;
  Bytes description_;
};

} // namespace

MALHA_ACTOR(ActorDescriptor{
    "workload/submitter",
    "sends each job, at its date of submission, to the actor where jobs enter",
    "docs/architecture.md, Time",
    {real("description", 1024, between(0, 1e15), "B", "size of the message that brings a job")},
    {},
    {},
    {},
    false,
    make_actor<Submitter>})

} // namespace malha
