// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/task_runner.hpp"
#include "messages.hpp"

namespace malha::broker {
namespace {

/// A resource of a broker: runs one task at a time, and sends its result.
class Worker : public TaskRunner<WorkerMessage> {
public:
  explicit Worker(ActorContext& context) : Worker(context, context.simulation().only_peer("broker/broker")) {}

private:
  Worker(ActorContext& context, const Peer& broker)
      : TaskRunner(context, broker), broker_(context, broker), result_(broker.parameters.real("result")) {}

  void take(WorkerMessage&& message) override {
    if (const auto* start = std::get_if<StartTask>(&message)) {
      if (start->copy < newest_) // sent before a failure of the resource; the broker has given it up
        return;
      newest_ = start->copy;
      cancel(); // it may overtake the message that cancels the copy before
      output_ = start->task.output;
      begin(start->copy, start->task, start->fetches);
    } else if (runs(std::get<CancelTask>(message).copy)) {
      cancel();
    }
  }

  void ended(CopyNumber copy, Seconds start, Seconds end) override {
    broker_.send(TaskEnded{copy, context().self().number, start, end, result_ + output_,
                           context().simulation().recorder().expect_row(end)});
  }

  void fetched(CopyNumber copy, Seconds date) override {
    if (context().simulation().hosts_may_change())
      broker_.send(DataCame{copy, context().self().number, date});
  }

  const Address<EntryMessage, std::variant<TaskEnded, DataCame>> broker_;
  const Bytes result_;
  Bytes output_ = 0;      ///< of the task that runs: its result carries what it made
  CopyNumber newest_ = 0; ///< the newest copy that was begun
};

} // namespace

MALHA_ACTOR(describe<Worker>("broker/worker",
                             "a resource of a broker: runs one task at a time, and sends its result",
                             "docs/grids.md")
                .is_daemon())

} // namespace malha::broker
