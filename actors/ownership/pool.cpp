// SPDX-License-Identifier: MIT
#include "actors/ownership/model/model.hpp"
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "actors/runtime/simgrid/return_guard.hpp"
#include "actors/runtime/simgrid/round_loop.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "journal.hpp"
#include "messages.hpp"
#include "parameters.hpp"
#include "user_series.hpp"

namespace malha::ownership {
namespace {

namespace s4u = simgrid::s4u;

struct CheckedPreempt : CheckedPolicy<Preempt> {
  using CheckedPolicy::CheckedPolicy;

  PreemptionDecision preempt(const PoolView& view) override { return ask(&Preempt::preempt, view); }
};

struct CheckedNegotiate : CheckedPolicy<Negotiate> {
  using CheckedPolicy::CheckedPolicy;

  std::vector<Start> negotiate(const PoolView& view) override { return ask(&Negotiate::negotiate, view); }
};

/// Sends runs to the machines.
class Machines : public Listener {
public:
  explicit Machines(ActorContext& context)
      : description_(context.parameters().real("description")),
        image_(context.parameters().real("checkpoint_size")) {
    for (const auto& machine : context.simulation().peers("ownership/machine"))
      addresses_.emplace_back(context, machine);
  }

  void started(const PoolRun& run) override {
    address(run).send(
        StartTask{run.number, rest_of(run.ready), description_, run.ready.executed > 0 ? image_ : 0});
  }
  void stopping(const PoolRun& run, Seconds) override {
    address(run).send(StopTask{run.number, description_});
  }

private:
  using MachineAddress = Address<MachineMessage, std::variant<StartTask, StopTask>>;

  const MachineAddress& address(const PoolRun& run) const {
    return addresses_[static_cast<std::size_t>(run.machine)];
  }

  const Bytes description_, image_;
  std::vector<MachineAddress> addresses_; ///< by machine
};

/// The entry point of bags of tasks, which wait for machines that owners share (docs/ownership.md), as
/// `Model` decides. The actor waits, sends and receives messages, and records.
class Pool : public Actor {
public:
  explicit Pool(ActorContext& context);

  void run() override {
    loop_.run(
        model_, [this](const BrokenRule& broken) { broke(broken); }, [this] { opened(); });
    if (guard_)
      guard_->close();
  }
  void measure(Seconds) override {
    journal_.close();
    series_.close();
  }
  std::string blocked_on() const override {
    return model_.book().up() == 0 && !model_.book().idle()
               ? "a machine: all are down, and tasks " + journal_.unfinished() + " have not run"
               : "";
  }

private:
  using Question = Address<MachineMessage, std::variant<AskRun>>;

  static std::vector<s4u::Host*> hosts_of(ActorContext& context);
  static std::vector<PoolMachine> machines_of(ActorContext& context);

  void opened();
  void broke(const BrokenRule& broken);
  void take(const std::any& message);

  RoundLoop<Model> loop_;
  CheckedPreempt preemption_;
  CheckedNegotiate negotiation_;
  Journal journal_;
  UserSeries series_;
  Model model_;
  std::optional<Machines> machines_; ///< unless ends are planned
  std::optional<ReturnGuard> guard_; ///< if the pool's own host fails and recovers
  std::vector<Question> questions_;  ///< to the machines, after a recovery of that host
  bool has_run_ = false;
};

std::vector<s4u::Host*> Pool::hosts_of(ActorContext& context) {
  std::vector<s4u::Host*> hosts;
  for (const auto& machine : context.simulation().peers("ownership/machine"))
    hosts.push_back(machine.host);
  if (hosts.empty())
    throw InputError("there is no ownership/machine");
  return hosts;
}

std::vector<PoolMachine> Pool::machines_of(ActorContext& context) {
  std::vector<PoolMachine> machines;
  for (const auto& machine : context.simulation().peers("ownership/machine"))
    machines.push_back({machine.host->get_speed(), machine.parameters.text("owner")});
  return machines;
}

Pool::Pool(ActorContext& context)
    : loop_(context, hosts_of(context), [this](const std::any& message) { take(message); }),
      preemption_(context, "preemption"), negotiation_(context, "negotiation"),
      journal_(context.simulation().recorder(), context.simulation().workload().name(), machines_of(context),
               pool_rules(context).shares),
      series_(context.simulation().recorder()),
      model_(machines_of(context), context.simulation().speeds_of(loop_.hosts().hosts()), preemption_,
             negotiation_, loop_.arrivals(), pool_rules(context)) {
  context.simulation().network().check_detector(context.host(), loop_.hosts().hosts(),
                                                context.parameters().text("detection_delay"));
  for (const auto& machine : context.simulation().peers("ownership/machine"))
    journal_.add_machine(*machine.host, machine.parameters.text("owner"));
  if (!model_.rules().plans_ends) {
    machines_.emplace(context);
    model_.add(*machines_);
  }
  model_.add(journal_);
  if (context.simulation().recorder().has_series())
    model_.add(series_);
  if (!context.simulation().entry_recovers())
    return;
  guard_.emplace(context.simulation());
  for (const auto& machine : context.simulation().peers("ownership/machine"))
    questions_.emplace_back(context, machine);
}

/// A pool that has recovered asks the machines about the runs in its book. The book is complete: the pool
/// writes down each act before it acts.
void Pool::opened() {
  if (!guard_)
    return;
  s4u::Actor::self()->set_auto_restart(true);
  guard_->open();
  if (!std::exchange(has_run_, true))
    return;
  model_.resume(s4u::Engine::get_clock());
  for (std::size_t machine = 0; machine < questions_.size(); ++machine)
    if (const auto& run = model_.book().on(static_cast<int>(machine)))
      questions_[machine].send(AskRun{run->number, run->start, run->is_stopping});
}

void Pool::broke(const BrokenRule& broken) {
  if (model_.asked() == Preempt::question)
    preemption_.broke(broken.what());
  negotiation_.broke(broken.what());
}

void Pool::take(const std::any& message) {
  if (const auto* end = std::any_cast<TaskEnded>(&message))
    model_.report_end(end->run, end->machine, end->start, end->end);
  else if (const auto* stop = std::any_cast<TaskStopped>(&message))
    model_.report_stopped(stop->run, stop->machine, stop->end, stop->ran);
  else if (const auto* gone = std::any_cast<RunGivenUp>(&message))
    model_.report_given_up(gone->run, gone->machine, gone->end);
}

std::vector<Allowance> traits() {
  return {{Trait::overrun},
          {Trait::resumed_work, {{"checkpoint", "on"}}},
          {Trait::late_detection, {}, {}, "detection_delay"},
          // Then attempts have other dates than decisions, machines are kept for users from one decision to
          // the next, or shares are not owned machines.
          {Trait::stops_within_shares, {{"checkpoint", "on"}}, {{"checkpoint_cost", "0"}}},
          {Trait::stops_within_shares, {{"transport", "network"}}},
          {Trait::stops_within_shares, {{"execution", "exec"}, {"offset", "0"}}},
          {Trait::stops_within_shares, {{"dead", "all"}}},
          {Trait::stops_within_shares, {{"share_unit", "speed"}}},
          {Trait::stops_within_shares, {}, {{"guarantee", "0"}}}};
}

} // namespace

MALHA_ACTOR(describe<Pool>("ownership/pool",
                           "gives the tasks of bags to machines of several owners, who get their shares back",
                           "docs/ownership.md; OSEP, chapter 3")
                .takes(pool_parameters())
                .asks({{"preemption", Preempt::question}, {"negotiation", Negotiate::question}})
                .measures(Journal::metrics())
                .runs({Shape::bag_of_tasks, Shape::dag})
                .attempts_end({"lost", "preempted", "suspended", "given_up"})
                .allows(traits())
                .supports({{Condition::network},
                           {Condition::inputs},
                           {Condition::bandwidth_profile},
                           {Condition::speed_profile},
                           {Condition::host_fails},
                           {Condition::host_recovers},
                           {Condition::entry_recovers,
                            {{"transport", "network"}, {"workload/submitter", "none"}}},
                           {Condition::external_load, {{"execution", "exec"}}},
                           {Condition::message_late, {{"transport", "network"}}},
                           {Condition::message_doubled, {{"transport", "network"}}}}))

} // namespace malha::ownership
