// SPDX-License-Identifier: MIT
#include "actors/ownership/model/machine_memory.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/task_runner.hpp"
#include "messages.hpp"
#include "watched_lease.hpp"

namespace malha::ownership {
namespace {

/// A machine of a pool: runs one task at a time, and sends its result, or its image on an order to stop. If
/// the pool may fail and recover, the machine keeps its last report until the pool sends it another task, and
/// answers questions about runs.
class OwnedMachine : public TaskRunner<MachineMessage> {
public:
  explicit OwnedMachine(ActorContext& context)
      : OwnedMachine(context, context.simulation().only_peer("ownership/pool")) {}

  void run() override {
    memory_.forget();
    report_.reset();
    TaskRunner::run();
  }

private:
  using Report = std::variant<TaskEnded, TaskStopped>;

  OwnedMachine(ActorContext& context, const Peer& pool)
      : TaskRunner(context, pool), pool_(context, pool),
        checkpoints_(pool.parameters.text("checkpoint") == "on"),
        checkpoint_cost_(pool.parameters.real("checkpoint_cost")),
        image_(pool.parameters.real("checkpoint_size")), result_(pool.parameters.real("result")) {
    if (!context.simulation().entry_recovers())
      return;
    lease_ = &context.simulation().shared<WatchedLease>("ownership/lease", pool);
    answers_.emplace(context, pool);
  }

  void take(MachineMessage&& message) override {
    if (const auto* start = std::get_if<StartTask>(&message))
      take(*start);
    else if (const auto* ask = std::get_if<AskRun>(&message))
      answer(*ask);
    else if (const auto run = std::get<StopTask>(message).run; runs(run))
      stop(run);
  }

  void take(const StartTask& start) {
    if (!memory_.begins(start.run))
      return;
    report_.reset();
    cancel();
    output_ = start.rest.output;
    begin(start.run, start.rest);
  }

  void answer(const AskRun& ask) {
    using Answer = MachineMemory::Answer;
    const auto given_up = lease_->given_up(ask.start, simgrid::s4u::Engine::get_clock());
    switch (memory_.answer(ask.run, runs(ask.run), given_up.has_value(), ask.is_stopping)) {
    case Answer::goes_on:
      return;
    case Answer::stops:
      return stop(ask.run);
    case Answer::reports_again:
      return std::visit([this](const auto& report) { pool_.send(report); }, *report_);
    case Answer::gives_up:
      if (runs(ask.run))
        cancel();
      answers_->send(RunGivenUp{ask.run, context().self().number, given_up.value_or(lease_->last_down())});
    }
  }

  void stop(CopyNumber run) {
    const Seconds computed = ran();
    cancel();
    if (checkpoints_ && checkpoint_cost_ > 0)
      simgrid::s4u::this_actor::sleep_for(checkpoint_cost_);
    report(TaskStopped{run, context().self().number, simgrid::s4u::Engine::get_clock(), computed,
                       checkpoints_ ? image_ : 1});
  }

  void ended(CopyNumber run, Seconds start, Seconds end) override {
    if (lease_ == nullptr || !lease_->given_up(start, end))
      report(TaskEnded{run, context().self().number, start, end, result_ + output_,
                       context().simulation().recorder().expect_row(end)});
  }

  template <class Kind>
  void report(Kind what) {
    memory_.reported(what.run);
    if (lease_ != nullptr)
      report_ = what;
    pool_.send(std::move(what));
  }

  const Address<EntryMessage, Report> pool_;
  const bool checkpoints_;
  const Seconds checkpoint_cost_;
  const Bytes image_, result_;
  Bytes output_ = 0; ///< of the task that runs: its result carries what it made
  MachineMemory memory_;
  WatchedLease* lease_ = nullptr; ///< if the pool may fail and recover
  std::optional<Address<EntryMessage, std::variant<RunGivenUp>>>
      answers_;                  ///< if the pool may fail and recover
  std::optional<Report> report_; ///< the last one, if the pool may fail and recover
};

} // namespace

MALHA_ACTOR(describe<OwnedMachine>("ownership/machine",
                                   "a machine of a pool: runs one task at a time, and stops it on order",
                                   "docs/ownership.md; OSEP, section 3.2.2")
                .takes({[] {
                  auto owner =
                      text("owner", "", "the user who gave the machine to the pool; empty: it has no owner");
                  owner.host_may_lack = true;
                  return owner;
                }()})
                .is_daemon())

} // namespace malha::ownership
