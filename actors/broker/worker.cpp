// SPDX-License-Identifier: MIT
#include "actors/runtime/records/transferred_bytes.hpp"
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
      : TaskRunner(context, broker), broker_(context, broker), result_(broker.parameters.real("result")) {
    if (context.simulation().hosts_may_change())
      for_data_.emplace(context, broker);
    if (broker.parameters.integer("queue") > 0)
      for_inputs_.emplace(context, broker);
  }

  void take(WorkerMessage&& message) override {
    if (const auto* start = std::get_if<StartTask>(&message)) {
      if (start->copy < newest_) // sent before a failure of the resource; the broker has given it up
        return;
      newest_ = start->copy;
      cancel(); // it may overtake the message that cancels the copy before
      output_ = start->task.output;
      counts_data_ = start->counts_data;
      begin(start->copy, start->task, start->fetches);
    } else if (auto* fetch = std::get_if<FetchData>(&message)) {
      add_actor(context().self().mailbox + "-data", context().host(), [this, fetch = std::move(*fetch)] {
        std::vector<simgrid::s4u::CommPtr> transfers;
        fetch_all(fetch.fetches, transfers);
        for_inputs_->send(InputsCame{fetch.task, context().self().number, simgrid::s4u::Engine::get_clock()});
      });
    } else if (runs(std::get<CancelTask>(message).copy)) {
      cancel();
    }
  }

  void ended(CopyNumber copy, Seconds start, Seconds end) override {
    if (counts_data_)
      count_transferred(context().simulation().recorder(), output_);
    broker_.send(TaskEnded{copy, context().self().number, start, end, result_ + output_,
                           context().simulation().recorder().expect_row(end)});
  }

  /// Only the broker of a run in which hosts may fail needs to know it.
  void fetched(CopyNumber copy, Seconds date) override {
    if (for_data_)
      for_data_->send(DataCame{copy, context().self().number, date});
  }

  const Address<EntryMessage, std::variant<TaskEnded>> broker_;
  std::optional<Address<EntryMessage, std::variant<DataCame>>> for_data_;     ///< if hosts may fail
  std::optional<Address<EntryMessage, std::variant<InputsCame>>> for_inputs_; ///< if tasks may wait here
  const Bytes result_;
  Bytes output_ = 0;         ///< of the task that runs: its result carries what it made
  bool counts_data_ = false; ///< the data of the task that runs come and go with messages
  CopyNumber newest_ = 0;    ///< the newest copy that was begun
};

} // namespace

MALHA_ACTOR(describe<Worker>("broker/worker",
                             "a resource of a broker: runs one task at a time, and sends its result",
                             "docs/grids.md")
                .is_daemon())

} // namespace malha::broker
