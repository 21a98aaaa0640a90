// SPDX-License-Identifier: MIT
#include "actors/model/broken_rule.hpp"
#include "actors/runtime/simgrid/planned_crashes.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/tuple_space/model/checkpoint_protocol.hpp"
#include "checked_choice.hpp"
#include "clients.hpp"

#include <algorithm>

namespace malha::tuple_space {
namespace {

namespace s4u = simgrid::s4u;

/// A resource that takes tasks out of the space by itself (GridTS, Algs. 2 to 4). If the broker runs all
/// resources as a model, the actor only has the policy.
class SpaceResource : public Actor {
public:
  explicit SpaceResource(ActorContext& context);

  bool is_active() const override { return !shared_.runs_as_model(); }
  void run() override;

private:
  void begin_life();
  void live();
  std::optional<ChosenTask> choose();
  void wait_for_tasks(bool found_none_just_now);
  void execute(const ChosenTask& chosen);
  void compute(const Task& task);
  void compute_with_checkpoints(const ChosenTask& chosen);
  void sleep_until(Seconds date);
  Seconds stays_until() const;

  bool is_instant() const { return local_.has_value(); }
  Client& space() { return is_instant() ? static_cast<Client&>(*local_) : *remote_; }
  Seconds date() const { return is_instant() ? local_->date() : s4u::Engine::get_clock(); }

  ActorContext& context_;
  CheckedChoice policy_;
  SpaceContext& shared_;
  const int number_;
  ClientId client_; ///< of the space; another one after each recovery of its host
  const bool executes_;
  const Puller rules_;
  bool has_run_ = false;
  std::optional<ResourceProtocol> protocol_; ///< once it runs
  std::optional<LocalClient> local_;
  std::unique_ptr<NetworkClient> remote_;
};

Puller rules_of(ActorContext& context, CheckedChoice& policy) {
  const auto& parameters = context.parameters();
  return {&policy,
          context.host()->get_speed(),
          context.simulation().speeds_of(*context.host()),
          parameters.real("result"),
          parameters.text("checkpoint") == "on",
          parameters.real("checkpoint_interval"),
          parameters.real("checkpoint_cost"),
          parameters.real("checkpoint_size"),
          never,
          policy.answers_for_all()};
}

SpaceResource::SpaceResource(ActorContext& context)
    : context_(context), policy_(context), shared_(SpaceContext::of(context)), number_(context.self().number),
      client_(number_), executes_(executes(context.parameters())), rules_(rules_of(context, policy_)) {
  shared_.check_same_policy(context);
  if (executes_ && rules_.leaves_checkpoints)
    throw InputError(
        "checkpoints are planned, and execution is 'exec'; valid: execution=planned, or checkpoint=off");
  shared_.pullers.push_back(rules_);
  if (context.simulation().transport() == Transport::instant)
    local_.emplace(shared_, client_);
  else
    remote_ = make_network_client(context, client_, context.self());
}

/// After a recovery the resource has forgotten all that it did; the space has not.
void SpaceResource::begin_life() {
  if (!std::exchange(has_run_, true)) {
    protocol_.emplace(*rules_.policy, shared_.classes.of(rules_, static_cast<std::size_t>(number_)));
    if (context_.simulation().hosts_may_recover())
      s4u::Actor::self()->set_auto_restart(true);
    return;
  }
  client_ = shared_.clients.begin(number_);
  if (is_instant()) {
    local_.emplace(shared_, client_);
    local_->set_date(s4u::Engine::get_clock());
    shared_.local.undo_before(client_, date());
  } else {
    Peer self = context_.self();
    self.mailbox += "/" + std::to_string(client_);
    remote_ = make_network_client(context_, client_, self);
  }
}

void SpaceResource::run() {
  try {
    live();
  } catch (const BrokenRule& broken) {
    policy_.broke(broken.what());
  }
}

void SpaceResource::live() {
  begin_life();
  if (remote_)
    remote_->open();
  for (bool found_none = false;;)
    if (auto chosen = choose()) {
      execute(*chosen);
      found_none = false;
    } else {
      wait_for_tasks(found_none);
      found_none = true;
    }
}

/// Alg. 2: reads the JOB tuples, then takes the first task that the policy wants.
std::optional<ChosenTask> SpaceResource::choose() {
  if (is_instant())
    shared_.tie_breaker.take(date(), number_);
  auto chosen = protocol_->choose(space());
  if (is_instant()) {
    if (chosen) // the planned date of the task may be later than the clock in the last digits
      local_->set_date(std::max(date(), chosen->task().submitted));
    shared_.tie_breaker.done(number_);
  }
  return chosen;
}

void SpaceResource::wait_for_tasks(bool found_none_just_now) {
  const Seconds before = date();
  space().rd(any_task());
  if (found_none_just_now && is_instant() && date() == before)
    policy_.broke("it wants none of the tasks that wait");
}

void SpaceResource::execute(const ChosenTask& chosen) {
  const Task& task = chosen.task();
  const Seconds start = date();
  shared_.journal.started(client_, number_, task, start);
  if (rules_.leaves_checkpoints)
    compute_with_checkpoints(chosen);
  else
    compute(task);
  const auto result =
      std::make_shared<const ResultData>(ResultData{chosen.shared_task(), number_, client_, start, date()});
  ResourceProtocol::write(space(), chosen, result, rules_.result + task.output);
  if (is_instant()) {
    shared_.journal.committed(*result); // before any call during which the host may crash
  } else {
    remote_->send_along(context_.simulation().recorder().expect_row(date()));
    if (is_replicated(context_.simulation()))
      shared_.journal.in_doubt(client_);
  }
  space().commit(chosen.transaction);
}

void SpaceResource::compute(const Task& task) {
  if (executes_ && !task.is_delay) {
    s4u::Exec::init()->set_flops_amount(task.work)->set_host(context_.host())->wait();
    sleep_until(s4u::Engine::get_clock());
  } else {
    sleep_until(task_run(task, date(), rules_.speed, rules_.speeds).end);
  }
}

/// Alg. 4.
void SpaceResource::compute_with_checkpoints(const ChosenTask& chosen) {
  const Seconds start = date();
  CheckpointProtocol protocol(space(), chosen.task(), rules_.checkpoint);
  const Flops work = protocol.begin();
  auto checkpoints = checkpoints_of(rules_, chosen, work, start, shared_.mean_speed);
  const Seconds crash = stays_until();
  while (checkpoints.next_needed(crash)) {
    sleep_until(checkpoints.date());
    protocol.leave(checkpoints.work_left());
  }
  sleep_until(checkpoints.end());
  protocol.end();
}

/// The date until which the host is known to stay up. 0 if it is not known, if a checkpoint is a message, or
/// if actors may not look ahead. Environment actors plan the crashes of their hosts.
Seconds SpaceResource::stays_until() const {
  const auto& planned = PlannedCrashes::of(context_.simulation());
  const Seconds crash = planned.date_of(*context_.host());
  const bool is_known = crash < never || !planned.recovers(*context_.host());
  return is_instant() && context_.simulation().may_look_ahead() && is_known ? crash : 0;
}

void SpaceResource::sleep_until(Seconds date) {
  s4u::this_actor::sleep_until(date);
  if (!is_instant())
    return;
  if (PlannedCrashes::of(context_.simulation()).date_of(*context_.host()) < date)
    s4u::this_actor::suspend(); // it crashes before, by less than the precision of the clock
  local_->set_date(date);
}

} // namespace

MALHA_ACTOR(
    describe<SpaceResource>(
        "tuple_space/resource",
        "takes tasks out of the tuple space, runs one at a time, and puts their results there",
        "GridTS, Algs. 2 to 4")
        .takes(
            {choice("execution", "planned", {"planned", "exec"},
                    "a task takes its work over the speed of its resource, or is executed there, whatever "
                    "else runs"),
             real("result", 1024, between(0, 1e15), "B", "what a RESULT weighs on the network"),
             choice("checkpoint", "off", {"off", "on"},
                    "whether a task continues from its last checkpoint after a crash"),
             real("checkpoint_interval", 0, at_least(0), "s",
                  "computing time between checkpoints; 0: a tenth of the mean task's time at the mean speed"),
             real("checkpoint_cost", 0, at_least(0), "s", "time that a checkpoint takes"),
             real("checkpoint_size", 1024, between(0, 1e15), "B", "what a CHECKPOINT weighs on the network")})
        .asks({{"", pull::Choice::question}})
        .allows({{Trait::resumed_work, {{"checkpoint", "on"}}}})
        .supports({{Condition::external_load, {{"execution", "exec"}}}})
        .is_daemon())

} // namespace malha::tuple_space
