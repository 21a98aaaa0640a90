// SPDX-License-Identifier: MIT
#include "actors/model/checkpoint_protocol.hpp"
#include "actors/runtime/planned_crashes.hpp"
#include "checkpoints.hpp"
#include "clients.hpp"
#include "policies/pull/choice.hpp"

#include <algorithm>
#include <numeric>

namespace malha::tuple_space {
namespace {

namespace s4u = simgrid::s4u;

/// A resource that takes tasks out of the space by itself (GridTS, Algs. 2 to 4).
class SpaceResource : public Actor {
public:
  explicit SpaceResource(ActorContext& context);

  void run() override;

private:
  struct Chosen {
    Tuple tuple; ///< TASK
    TransactionId transaction;
    Flops mean_work; ///< of the tasks of its job

    const Task& task() const { return content_of<Task>(tuple, 4); }
  };

  void begin_life();
  int class_among_all() const;
  std::optional<Chosen> choose();
  void wait_for_tasks(bool found_none_just_now);
  void execute(const Chosen& chosen);
  void compute(const Task& task);
  void compute_with_checkpoints(const Chosen& chosen);
  void sleep_until(Seconds date);

  bool is_instant() const { return local_.has_value(); }
  Client& space() { return is_instant() ? static_cast<Client&>(*local_) : *remote_; }
  Seconds date() const { return is_instant() ? local_->date() : s4u::Engine::get_clock(); }

  ActorContext& context_;
  PolicyUse<pull::Choice> policy_;
  SharedSpace& shared_;
  const int number_;
  ClientId client_; ///< of the space, another one each time that its host comes back
  const bool executes_, leaves_checkpoints_;
  const Seconds checkpoint_cost_;
  const Bytes result_, checkpoint_;
  Seconds checkpoint_interval_; ///< 0: of the job's tasks
  FlopsPerSecond mean_speed_ = 0;
  const SpeedProfile* speeds_; ///< of its host, null where it is constant
  bool has_lived_ = false;
  int class_ = 0;
  std::vector<pull::OfferedJob> jobs_; ///< that it chooses from
  std::optional<LocalClient> local_;
  std::unique_ptr<NetworkClient> remote_;
};

SpaceResource::SpaceResource(ActorContext& context)
    : context_(context), policy_(context.policy<pull::Choice>()), shared_(SharedSpace::of(context)),
      number_(context.self().number), client_(number_),
      executes_(context.parameters().text("execution") == "exec"),
      leaves_checkpoints_(context.parameters().text("checkpoint") == "on"),
      checkpoint_cost_(context.parameters().real("checkpoint_cost")),
      result_(context.parameters().real("result")), checkpoint_(context.parameters().real("checkpoint_size")),
      checkpoint_interval_(context.parameters().real("checkpoint_interval")),
      speeds_(context.simulation().speeds_of(*context.host())) {
  auto& simulation = context.simulation();
  shared_.check_same_policy(context);
  if (executes_ && leaves_checkpoints_)
    throw InputError(
        "checkpoints are planned, and execution is 'exec'; valid: execution=planned, or checkpoint=off");
  const auto& speeds = shared_.speeds();
  mean_speed_ = std::accumulate(speeds.begin(), speeds.end(), 0.0) / static_cast<double>(speeds.size());
  if (simulation.transport() == Transport::instant)
    local_.emplace(shared_, client_);
  else
    remote_ = make_network_client(context, client_, context.self());
}

int SpaceResource::class_among_all() const {
  const auto& speeds = shared_.speeds();
  const auto classes = policy_.ask([&](auto& policy) { return policy.classes_of(speeds); });
  if (classes.size() != speeds.size())
    policy_.broke("it gives " + std::to_string(classes.size()) + " classes for " +
                  std::to_string(speeds.size()) + " resources");
  return classes[static_cast<std::size_t>(number_)];
}

/// It knows nothing of what it did before its host went down. The space does.
void SpaceResource::begin_life() {
  if (!std::exchange(has_lived_, true)) {
    class_ = class_among_all();
    if (context_.simulation().hosts_may_return())
      s4u::Actor::self()->set_auto_restart(true);
    return;
  }
  client_ = shared_.clients.begin(number_);
  if (is_instant()) {
    local_.emplace(shared_, client_);
    local_->set_date(s4u::Engine::get_clock());
    shared_.fail_before(client_, date());
  } else {
    Peer self = context_.self();
    self.mailbox += "/" + std::to_string(client_);
    remote_ = make_network_client(context_, client_, self);
  }
}

void SpaceResource::run() {
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

/// Alg. 2: the JOB tuples, then the first task there is among those that the policy wants.
std::optional<SpaceResource::Chosen> SpaceResource::choose() {
  if (is_instant())
    shared_.tie_breaker.take(date(), number_);
  const auto tuples = space().copy_collect(any_job());
  jobs_.clear();
  for (const auto& tuple : tuples)
    jobs_.push_back({integer_in(tuple, 1), integer_in(tuple, 3), integer_in(tuple, 2)});
  const pull::ChoiceView view{class_, jobs_};
  const auto wishes = policy_.ask([&](auto& policy) { return policy.wanted(view); });
  std::optional<Chosen> chosen;
  const auto transaction = space().begin();
  for (auto wish = wishes.begin(); wish != wishes.end() && !chosen; ++wish) {
    auto task = space().inp(template_of("TASK", exactly(wish->job), any(Type::integer),
                                        exactly(wish->task_class), any(Type::data)),
                            transaction);
    if (!task)
      continue;
    const auto job =
        std::find_if(jobs_.begin(), jobs_.end(), [&](const auto& one) { return one.id == wish->job; });
    if (job == jobs_.end())
      policy_.broke("it wants a task of job " + std::to_string(wish->job) + ", which it was not offered");
    const auto& tuple = tuples[static_cast<std::size_t>(job - jobs_.begin())];
    chosen = Chosen{std::move(*task), transaction, content_of<JobData>(tuple, 4).mean_work};
    if (is_instant()) // the task may have come at this date, as planned later by less than the clock can tell
      local_->set_date(std::max(date(), chosen->task().submitted));
  }
  if (!chosen)
    space().abort(transaction);
  if (is_instant())
    shared_.tie_breaker.done(number_);
  return chosen;
}

void SpaceResource::wait_for_tasks(bool found_none_just_now) {
  const Seconds before = date();
  space().rd(any_task());
  if (found_none_just_now && is_instant() && date() == before)
    policy_.broke("it wants none of the tasks that wait");
}

void SpaceResource::execute(const Chosen& chosen) {
  const Task& task = chosen.task();
  const Seconds start = date();
  shared_.starts(client_, task, start);
  if (leaves_checkpoints_)
    compute_with_checkpoints(chosen);
  else
    compute(task);
  const auto result = std::make_shared<const ResultData>(ResultData{task, number_, start, date(), client_});
  space().out(tuple_of("RESULT", task.job, task.id, Data{result, result_}), chosen.transaction);
  if (is_instant()) {
    shared_.result_committed(*result); // before any call in which a crash could come between
  } else {
    remote_->send_along(context_.simulation().recorder().expect_row(date()));
    if (is_replicated(context_.simulation()))
      shared_.in_doubt(client_);
  }
  space().commit(chosen.transaction);
}

void SpaceResource::compute(const Task& task) {
  if (executes_ && !task.is_delay) {
    s4u::Exec::init()->set_flops_amount(task.work)->set_host(context_.host())->wait();
    sleep_until(s4u::Engine::get_clock());
  } else {
    sleep_until(task_run(task, date(), context_.host()->get_speed(), speeds_).end);
  }
}

/// Alg. 4.
void SpaceResource::compute_with_checkpoints(const Chosen& chosen) {
  const Task& task = chosen.task();
  const FlopsPerSecond speed = task.is_delay ? task.reference_speed : context_.host()->get_speed();
  const FlopsPerSecond mean_speed = task.is_delay ? speed : mean_speed_;
  const Seconds interval =
      checkpoint_interval_ > 0 ? checkpoint_interval_ : chosen.mean_work / mean_speed / 10;
  const Seconds start = date();
  CheckpointProtocol protocol(space(), task, checkpoint_);
  const Flops work = protocol.begin();
  Checkpoints checkpoints(start, work, speed, task.is_delay ? nullptr : speeds_, interval, checkpoint_cost_);
  while (checkpoints.next()) {
    sleep_until(checkpoints.date());
    protocol.leave(checkpoints.work_left());
  }
  sleep_until(checkpoints.end());
  protocol.end();
}

void SpaceResource::sleep_until(Seconds date) {
  s4u::this_actor::sleep_until(date);
  if (!is_instant())
    return;
  if (PlannedCrashes::of(context_.simulation()).date_of(*context_.host()) < date)
    s4u::this_actor::suspend(); // it crashes before, by less than the clock can tell
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
                    "whether a task goes on where a crash has stopped it"),
             real("checkpoint_interval", 0, at_least(0), "s",
                  "computing time between checkpoints; 0: a tenth of the mean task's time at the mean speed"),
             real("checkpoint_cost", 0, at_least(0), "s", "time that a checkpoint takes"),
             real("checkpoint_size", 1024, between(0, 1e15), "B", "what a CHECKPOINT weighs on the network")})
        .asks({{"", pull::Choice::question}})
        .shows({{Trait::resumed_work, {{"checkpoint", "on"}}}})
        .bears({{Burden::external_load, {{"execution", "exec"}}}})
        .is_daemon())

} // namespace malha::tuple_space
