// SPDX-License-Identifier: MIT
#include "actors/runtime/task_runner.hpp"
#include "messages.hpp"

namespace malha::ownership {
namespace {

/// A machine of a pool: runs the task it is given, and sends its result, or its image when it is told to
/// stop.
class OwnedMachine : public TaskRunner<MachineMessage> {
public:
  explicit OwnedMachine(ActorContext& context)
      : OwnedMachine(context, context.simulation().only_peer("ownership/pool")) {}

private:
  OwnedMachine(ActorContext& context, const Peer& pool)
      : TaskRunner(context, pool), pool_(context, pool),
        checkpoints_(pool.parameters.text("checkpoint") == "on"),
        checkpoint_cost_(pool.parameters.real("checkpoint_cost")),
        image_(pool.parameters.real("checkpoint_size")), result_(pool.parameters.real("result")) {}

  void take(MachineMessage&& message) override {
    if (const auto* start = std::get_if<StartTask>(&message))
      begin(start->run, start->rest);
    else if (const auto run = std::get<StopTask>(message).run; runs(run))
      stop(run);
  }

  void stop(CopyNumber run) {
    const Seconds computed = ran();
    cancel();
    if (checkpoints_ && checkpoint_cost_ > 0)
      simgrid::s4u::this_actor::sleep_for(checkpoint_cost_);
    pool_.send(TaskStopped{run, context().self().number, simgrid::s4u::Engine::get_clock(), computed,
                           checkpoints_ ? image_ : 1});
  }

  void ended(CopyNumber run, Seconds start, Seconds end) override {
    pool_.send(TaskEnded{run, context().self().number, start, end, result_,
                         context().simulation().recorder().expect_row(end)});
  }

  const Address<EntryMessage, std::variant<TaskEnded, TaskStopped>> pool_;
  const bool checkpoints_;
  const Seconds checkpoint_cost_;
  const Bytes image_, result_;
};

} // namespace

MALHA_ACTOR(
    describe<OwnedMachine>("ownership/machine",
                           "a machine of a pool: runs one task at a time, and stops it when it is told to",
                           "docs/ownership.md; OSEP, section 3.2.2")
        .takes({[] {
          auto owner = text("owner", "", "the user who gave the machine to the pool; empty: nobody");
          owner.host_may_lack = true;
          return owner;
        }()})
        .is_daemon())

} // namespace malha::ownership
