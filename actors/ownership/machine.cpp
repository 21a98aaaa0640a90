// SPDX-License-Identifier: MIT
#include "actors/runtime/mailbox.hpp"
#include "actors/runtime/submission.hpp"
#include "messages.hpp"

namespace malha::ownership {
namespace {

namespace s4u = simgrid::s4u;

/// A machine of a pool: runs the task it is given, and sends its result, or its image when it is told to
/// stop. Where the pool plans ends it has nothing to do.
class OwnedMachine : public Actor {
public:
  explicit OwnedMachine(ActorContext& context)
      : context_(context), inbox_(context, Reception::permanent), pool_(context, pool_of(context)),
        executes_(pool_of(context).parameters.text("execution") == "exec"),
        checkpoints_(pool_of(context).parameters.text("checkpoint") == "on"),
        checkpoint_cost_(pool_of(context).parameters.real("checkpoint_cost")),
        image_(pool_of(context).parameters.real("checkpoint_size")),
        result_(pool_of(context).parameters.real("result")),
        speeds_(context.simulation().speeds_of(*context.host())) {}

  bool is_active() const override {
    return executes_ || context_.simulation().transport() == Transport::network;
  }

  void run() override {
    inbox_.open();
    while (true)
      if (!running_ || running_->end == never)
        take(inbox_.receive());
      else if (auto message = inbox_.receive_before(running_->end))
        take(std::move(*message));
      else
        ended(running_->end);
  }

private:
  struct Running {
    CopyNumber run;
    Seconds start;
    Seconds end; ///< `never`: it is executed
    Flops work;
    s4u::ExecPtr execution = nullptr;
    s4u::ActorPtr executor = nullptr; ///< waits for the execution
  };

  static const Peer& pool_of(ActorContext& context) {
    const auto& pools = context.simulation().peers("ownership/pool");
    if (pools.size() != 1)
      throw InputError("needs one actor 'ownership/pool'; there are " + std::to_string(pools.size()));
    return pools.front();
  }

  void take(MachineMessage&& message) {
    if (const auto* start = std::get_if<StartTask>(&message))
      begin(*start);
    else if (running_ && running_->run == std::get<StopTask>(message).run)
      stop();
  }

  void begin(const StartTask& start) {
    const Seconds now = s4u::Engine::get_clock();
    running_.emplace(Running{start.run, now, never, computed_work(start.rest)});
    if (executes_ && !start.rest.is_delay)
      execute();
    else
      running_->end = task_run(start.rest, now, context_.host()->get_speed(), speeds_).end;
  }

  /// In an actor of its own: one cannot wait for an execution and for messages at once.
  void execute() {
    running_->execution =
        s4u::Exec::init()->set_flops_amount(running_->work)->set_host(context_.host())->start();
    running_->executor = s4u::Actor::create(context_.self().mailbox + "-task", context_.host(),
                                            [this, execution = running_->execution] {
                                              execution->wait();
                                              ended(s4u::Engine::get_clock());
                                            });
  }

  void stop() {
    const Seconds ran = ran_until(s4u::Engine::get_clock());
    if (running_->execution) {
      running_->executor->kill();
      running_->execution->cancel();
    }
    if (checkpoints_ && checkpoint_cost_ > 0)
      s4u::this_actor::sleep_for(checkpoint_cost_);
    pool_.send(TaskStopped{running_->run, context_.self().number, s4u::Engine::get_clock(), ran,
                           checkpoints_ ? image_ : 1});
    running_.reset();
  }

  Seconds ran_until(Seconds now) const {
    if (running_->execution)
      return (running_->work - running_->execution->get_remaining()) / context_.host()->get_speed();
    return speeds_ == nullptr ? now - running_->start : speeds_->computed(running_->start, now);
  }

  void ended(Seconds end) {
    pool_.send(TaskEnded{running_->run, context_.self().number, running_->start, end, result_,
                         context_.simulation().recorder().expect_row(end)});
    running_.reset();
  }

  ActorContext& context_;
  Inbox<MachineMessage> inbox_;
  Address<EntryMessage, std::variant<TaskEnded, TaskStopped>> pool_;
  const bool executes_, checkpoints_;
  const Seconds checkpoint_cost_;
  const Bytes image_, result_;
  const SpeedProfile* const speeds_;
  std::optional<Running> running_;
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
