// SPDX-License-Identifier: MIT
#include "actors/broker/model/model.hpp"
#include "actors/runtime/records/bag_journal.hpp"
#include "actors/runtime/simgrid/checked_planner.hpp"
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "actors/runtime/simgrid/estimated_network.hpp"
#include "actors/runtime/simgrid/round_loop.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "data_rules.hpp"
#include "moved_data.hpp"
#include "policies/workflow/mean_transfer.hpp"
#include "workers.hpp"

namespace malha::broker {
namespace {

namespace s4u = simgrid::s4u;

/// Whether some host is shared with processes of others.
bool has_loads(ActorContext& context) {
  return !context.simulation().peers("environment/external_load").empty();
}

Rules rules_of(ActorContext& context, const DataRules& data) {
  const bool is_instant = context.simulation().transport() == Transport::instant;
  Rules rules;
  rules.plans_ends = context.parameters().text("execution") == "planned" && is_instant;
  rules.cancels_at_once = is_instant;
  rules.asks_in_steps = data.asks_in_steps;
  rules.detection_delay = context.parameters().real("detection_delay");
  rules.return_delay = context.parameters().real("return_delay");
  if (rules.return_delay > 0 && !rules.plans_ends)
    throw InputError("return_delay is " + context.parameters().text("return_delay") +
                     " s, and actors execute the tasks; valid: 0, or transport=instant with "
                     "execution=planned");
  return rules;
}

/// The policy of a broker, which is asked after the loads of the resources have been seen.
class CheckedAssign : public CheckedPolicy<Assign> {
public:
  /// `see_loads` may be empty.
  CheckedAssign(ActorContext& context, std::function<void()> see_loads)
      : CheckedPolicy(context), see_loads_(std::move(see_loads)) {}

  std::vector<Assignment> assign(const AssignmentView& view) override {
    if (see_loads_)
      see_loads_();
    return ask(&Assign::assign, view);
  }

private:
  const std::function<void()> see_loads_;
};

/// Pushes the tasks of bags to resources (docs/grids.md), as `Model` decides. The actor waits, sends and
/// receives messages, and records. If ends can be planned, tasks need no messages, actors or activities.
class Broker : public Actor {
public:
  explicit Broker(ActorContext& context);

  void run() override {
    const auto broke = [this](const BrokenRule& broken) {
      if (dynamic_cast<const BrokenPlan*>(&broken) != nullptr)
        planner_.broke(broken.what());
      policy_.broke(broken.what());
    };
    loop_.run(model_, broke, [this] {
      if (data_.asks_in_steps)
        report_steps();
    });
  }
  void measure(Seconds) override { journal_.close(); }
  std::string blocked_on() const override {
    if (model_.book().up() == 0 && !model_.book().idle())
      return "a resource: all are down, and tasks " + journal_.unfinished() + " have not run";
    return model_.held() > 0
               ? "files on resources that are down: tasks " + journal_.unfinished() + " have not run"
               : "";
  }

private:
  static std::vector<s4u::Host*> hosts_of(ActorContext& context);

  void see_loads();
  void take(const std::any& message);
  void move_data();
  void report_steps();
  void lose_files();

  ActorContext& context_;
  RoundLoop<Model> loop_;
  CheckedAssign policy_;
  CheckedPlanner planner_;
  const DataRules data_;
  BagJournal journal_;
  Model model_;
  DagData dags_;
  PlannedTasks planned_;
  std::optional<MovedData> moved_; ///< if data go from resource to resource
  std::optional<Workers> workers_; ///< unless ends are planned
};

std::vector<s4u::Host*> Broker::hosts_of(ActorContext& context) {
  std::vector<s4u::Host*> hosts;
  for (const auto& worker : context.simulation().peers("broker/worker"))
    hosts.push_back(worker.host);
  if (hosts.empty())
    throw InputError("there is no broker/worker");
  return hosts;
}

Broker::Broker(ActorContext& context)
    : context_(context),
      loop_(context, hosts_of(context), [this](const std::any& message) { take(message); }),
      policy_(context, has_loads(context) ? [this] { see_loads(); } : std::function<void()>()),
      planner_(context, "planning"), data_(data_rules_of(context, planner_.name())),
      journal_(context.simulation().recorder(), context.simulation().workload().name()),
      model_(loop_.hosts().speeds(), context.simulation().speeds_of(loop_.hosts().hosts()), policy_,
             loop_.arrivals(), rules_of(context, data_)),
      dags_(loop_.hosts().speeds(), workflow::mean_transfer_of(context.parameters()),
            [this, &context] {
              auto hosts = loop_.hosts().hosts();
              hosts.push_back(context.host()); // the last one, where what no task makes lies
              return estimated_network(context.simulation(), hosts,
                                       workflow::mean_transfer_of(context.parameters()));
            }),
      planned_(planner_, dags_, loop_.hosts().hosts().size()) {
  context.simulation().network().check_detector(context.host(), loop_.hosts().hosts(),
                                                context.parameters().text("detection_delay"));
  for (const auto* host : loop_.hosts().hosts())
    journal_.add_resource(*host);
  if (!model_.rules().plans_ends) {
    workers_.emplace(context, data_.data == "messages" ? nullptr : &dags_);
    model_.add(*workers_);
  }
  if (data_.data != "messages")
    move_data();
  model_.add(journal_);
}

void Broker::move_data() {
  if (model_.rules().plans_ends)
    context_.simulation().take_unrelated_times();
  if (data_.are_simulated && context_.simulation().transport() == Transport::instant)
    workers_->check_routes();
  dags_.set({data_.data == "home", data_.keeps_copies});
  if (context_.simulation().hosts_may_change())
    lose_files();
  model_.move_data(dags_, planned_, data_.data == "eager" ? Sending::when_made : Sending::when_assigned);
  if (data_.queue > 0)
    model_.queue_tasks(
        data_.queue, !data_.are_simulated
                         ? std::function<bool(const Task&, int)>()
                         : [this](const Task& task, int to) { return workers_->fetch(task, to); });
  if (counts_moved_data(data_, context_.simulation().hosts_may_change())) {
    moved_.emplace(context_, model_, dags_, data_.data == "eager" && planner_.name() != "workflow/no_plan");
    model_.add(*moved_);
  }
}

/// In an actor of its own: what SimGrid calls when its clock goes on may not send.
void Broker::report_steps() {
  const auto step = s4u::Semaphore::create(0);
  s4u::Engine::on_time_advance_cb([step](double time) {
    if (time > 0)
      step->release();
  });
  const Address<EntryMessage, std::variant<StepTaken>> to(context_, context_.self());
  add_actor(context_.self().mailbox + "-steps", context_.host(), [this, step, to] {
    while (true) {
      step->acquire();
      if (!model_.is_over())
        to.send(StepTaken{});
    }
  })->daemonize();
}

/// Hosts may fail, with the files that lie on them.
void Broker::lose_files() {
  const bool is_gone = context_.parameters().text("lost_files") == "recompute";
  dags_.may_lose(is_gone ? LostFiles::recompute : LostFiles::survive, !model_.rules().plans_ends);
  if (is_gone)
    journal_.keep_rows_of_dags();
}

/// A task gets the share of a core that the processes of others leave to one more process.
void Broker::see_loads() {
  for (std::size_t i = 0; i < loop_.hosts().hosts().size(); ++i) {
    const auto* host = loop_.hosts().hosts()[i];
    const int processes = context_.simulation().external_loads(host) + 1;
    model_.load(static_cast<int>(i), 1 - std::min(1.0, double(host->get_core_count()) / processes));
  }
}

void Broker::take(const std::any& message) {
  if (const auto* end = std::any_cast<TaskEnded>(&message))
    model_.report_end(end->copy, end->resource, end->start, end->end);
  else if (const auto* came = std::any_cast<DataCame>(&message))
    model_.report_data(came->copy, came->resource, came->date);
  else if (const auto* waits = std::any_cast<InputsCame>(&message))
    model_.report_inputs(waits->task, waits->resource, waits->date);
  else if (std::any_cast<StepTaken>(&message) != nullptr)
    model_.step();
}

std::vector<ParameterSpec> parameters() {
  std::vector<ParameterSpec> all{
      choice(
          "execution", "planned", {"planned", "exec"},
          "a task takes its work over the speed of its resource, or is executed there, whatever else runs"),
      real("detection_delay", 0, at_least(0), "s", "until it is known that a resource has crashed"),
      real("return_delay", 0, at_least(0), "s",
           "until it is known that a resource has returned, and takes tasks again"),
      real("description", 1024, between(0, 1e15), "B",
           "size of the message that starts a task, besides its input")};
  for (auto& parameter : data_parameters())
    all.push_back(std::move(parameter));
  all.push_back(workflow::mean_transfer_parameter());
  all.push_back(real("result", 1024, between(0, 1e15), "B", "size of the message that brings its result"));
  return all;
}

} // namespace

MALHA_ACTOR(
    describe<Broker>("broker/broker",
                     "gives the tasks of bags to resources, takes their results, starts lost tasks again",
                     "docs/grids.md; GridTS, section 5.1")
        .takes(parameters())
        .asks({{"", Assign::question}, {"planning", workflow::Planner::question, "workflow/no_plan"}})
        .measures(broker_metrics())
        .runs({Shape::bag_of_tasks, Shape::dag})
        .attempts_end({"lost", "cancelled", "recomputed"})
        .allows({{Trait::overrun},
                 {Trait::late_cancellation, {{"transport", "network"}}},
                 {Trait::late_detection, {}, {}, "detection_delay"}})
        .supports({{Condition::network},
                   {Condition::inputs},
                   {Condition::bandwidth_profile},
                   {Condition::speed_profile},
                   {Condition::host_fails},
                   {Condition::host_recovers},
                   {Condition::external_load, {{"execution", "exec"}}}}))

} // namespace malha::broker
