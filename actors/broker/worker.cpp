// SPDX-License-Identifier: MIT
#include "actors/runtime/mailbox.hpp"
#include "actors/runtime/submission.hpp"
#include "messages.hpp"

namespace malha::broker {
namespace {

namespace s4u = simgrid::s4u;

/// A resource of a broker: runs the task it is given, and sends the result. Where the broker plans ends it
/// has nothing to do.
class Worker : public Actor {
public:
  explicit Worker(ActorContext& context)
      : context_(context), inbox_(context, Reception::permanent), broker_(context, broker_of(context)),
        executes_(broker_of(context).parameters.text("execution") == "exec"),
        result_(broker_of(context).parameters.real("result")),
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
    CopyNumber copy;
    Seconds start;
    Seconds end; ///< `never`: it is executed
    s4u::ActorPtr execution = nullptr;
  };

  static const Peer& broker_of(ActorContext& context) {
    const auto& brokers = context.simulation().peers("broker/broker");
    if (brokers.size() != 1)
      throw InputError("needs one actor 'broker/broker'; there are " + std::to_string(brokers.size()));
    return brokers.front();
  }

  void take(WorkerMessage&& message) {
    if (const auto* start = std::get_if<StartTask>(&message)) {
      const Seconds now = s4u::Engine::get_clock();
      stop(); // it may overtake the news that the copy before is not wanted any more
      running_.emplace(Running{start->copy, now, never});
      if (executes_ && !start->task.is_delay)
        execute(start->task);
      else
        running_->end = task_run(start->task, now, context_.host()->get_speed(), speeds_).end;
    } else if (running_ && running_->copy == std::get<CancelTask>(message).copy) {
      stop();
    }
  }

  void stop() {
    if (running_ && running_->execution)
      running_->execution->kill();
    running_.reset();
  }

  /// In an actor of its own: one cannot wait for an execution and for messages at once.
  void execute(const Task& task) {
    running_->execution =
        s4u::Actor::create(context_.self().mailbox + "-task", context_.host(), [this, work = task.work] {
          s4u::Exec::init()->set_flops_amount(work)->set_host(context_.host())->wait();
          ended(s4u::Engine::get_clock());
        });
  }

  void ended(Seconds end) {
    broker_.send(TaskEnded{running_->copy, context_.self().number, running_->start, end, result_,
                           context_.simulation().recorder().expect_row(end)});
    running_.reset();
  }

  ActorContext& context_;
  Inbox<WorkerMessage> inbox_;
  Address<EntryMessage, std::variant<TaskEnded>> broker_;
  const bool executes_;
  const Bytes result_;
  const SpeedProfile* const speeds_;
  std::optional<Running> running_;
};

} // namespace

MALHA_ACTOR(describe<Worker>("broker/worker",
                             "a resource of a broker: runs one task at a time, and sends its result",
                             "docs/grids.md")
                .is_daemon())

} // namespace malha::broker
