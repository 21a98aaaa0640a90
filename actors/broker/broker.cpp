// SPDX-License-Identifier: MIT
#include "actors/broker/model/model.hpp"
#include "actors/runtime/records/bag_journal.hpp"
#include "actors/runtime/simgrid/checked_planner.hpp"
#include "actors/runtime/simgrid/checked_policy.hpp"
#include "actors/runtime/simgrid/estimated_network.hpp"
#include "actors/runtime/simgrid/round_loop.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "messages.hpp"
#include "moved_data.hpp"
#include "policies/workflow/mean_transfer.hpp"

namespace malha::broker {
namespace {

namespace s4u = simgrid::s4u;

/// Whether some host is shared with processes of others.
bool has_loads(ActorContext& context) {
  return !context.simulation().peers("environment/external_load").empty();
}

bool is_instant(ActorContext& context) { return context.simulation().transport() == Transport::instant; }

Rules rules_of(ActorContext& context) {
  Rules rules;
  rules.plans_ends = context.parameters().text("execution") == "planned" && is_instant(context);
  rules.cancels_at_once = is_instant(context);
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

/// Sends copies of tasks to the workers on the resources.
class Workers : public BagListener {
public:
  /// `dags` is null if the messages of the broker carry the data of DAGs.
  Workers(ActorContext& context, const DagData* dags)
      : recorder_(context.simulation().recorder()), dags_(dags),
        description_(context.parameters().real("description")) {
    for (const auto& worker : context.simulation().peers("broker/worker"))
      addresses_.emplace_back(context, worker);
    for (const auto& worker : context.simulation().peers("broker/worker"))
      hosts_.push_back(worker.host);
    hosts_.push_back(context.host());
  }

  void started(const Copy& copy, const Task& task) override {
    StartTask start{copy.number, task, description_};
    if (dags_ != nullptr && task.is_in_dag) {
      start.task.input = start.task.output = 0; // which workers send each other
      for (const auto& [from, size] : dags_->missing(task, copy.resource))
        start.fetches.push_back({hosts_[static_cast<std::size_t>(from)], size});
    } else if (task.is_in_dag && hosts_[static_cast<std::size_t>(copy.resource)] != hosts_.back()) {
      recorder_.count(transferred_bytes().name, task.input);
    }
    address_of(copy).send(std::move(start));
  }
  void cancelled(const Copy& copy) override { address_of(copy).send(CancelTask{copy.number}); }

private:
  const Address<WorkerMessage>& address_of(const Copy& copy) const {
    return addresses_[static_cast<std::size_t>(copy.resource)];
  }

  Recorder& recorder_;
  const DagData* const dags_;
  const Bytes description_;
  std::vector<s4u::Host*> hosts_;                 ///< by resource, and the host of the broker
  std::vector<Address<WorkerMessage>> addresses_; ///< by resource
};

/// Pushes the tasks of bags to resources (docs/grids.md), as `Model` decides. The actor waits, sends and
/// receives messages, and records. If ends can be planned, tasks need no messages, actors or activities.
class Broker : public Actor {
public:
  explicit Broker(ActorContext& context);

  void run() override {
    loop_.run(model_, [this](const BrokenRule& broken) {
      if (dynamic_cast<const BrokenPlan*>(&broken) != nullptr)
        planner_.broke(broken.what());
      policy_.broke(broken.what());
    });
  }
  void measure(Seconds) override { journal_.close(); }
  std::string blocked_on() const override {
    return model_.book().up() == 0 && !model_.book().idle()
               ? "a resource: all are down, and tasks " + journal_.unfinished() + " have not run"
               : "";
  }

private:
  static std::vector<s4u::Host*> hosts_of(ActorContext& context);

  void see_loads();
  void take(const std::any& message);
  std::string data() const;
  void move_data();
  ActorContext& context_;
  RoundLoop<Model> loop_;
  CheckedAssign policy_;
  CheckedPlanner planner_;
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
      planner_(context, "planning"),
      journal_(context.simulation().recorder(), context.simulation().workload().name()),
      model_(loop_.hosts().speeds(), context.simulation().speeds_of(loop_.hosts().hosts()), policy_,
             loop_.arrivals(), rules_of(context)),
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
  if (data() != "messages")
    move_data();
  else if (planner_.name() != "workflow/no_plan")
    throw InputError("policy.planning is " + planner_.name() +
                     ", and data=messages gives a plan nothing to follow; valid: data=eager or lazy");
  else if (context.parameters().text("mean_transfer") != "cost")
    throw InputError("mean_transfer is " + context.parameters().text("mean_transfer") +
                     ", and data=messages makes no transfers; valid: data=eager or lazy");
  if (!model_.rules().plans_ends) {
    workers_.emplace(context, data() == "messages" ? nullptr : &dags_);
    model_.add(*workers_);
  }
  model_.add(journal_);
}

/// How data of workflows come to a task, in the words of the parameter.
std::string Broker::data() const {
  const auto& given = context_.parameters().text("data");
  if (given != "auto")
    return given;
  return planner_.name() == "workflow/no_plan" ? "messages" : "lazy";
}

void Broker::move_data() {
  const std::string data = this->data();
  if (!model_.rules().plans_ends && (data == "eager" || is_instant(context_)))
    throw InputError("data is " + data + ", transport is " + (is_instant(context_) ? "instant" : "network") +
                     ", and execution is " + context_.parameters().text("execution") +
                     "; valid: data=lazy with transport=network, transport=instant with execution=planned, "
                     "or data=messages");
  if (context_.simulation().hosts_may_change())
    throw InputError("data is " + data +
                     ", and hosts may fail with the data that lie on them; valid: data=messages");
  if (model_.rules().plans_ends)
    context_.simulation().take_unrelated_times();
  model_.move_data(dags_, planned_, data == "eager" ? Sending::when_made : Sending::when_assigned);
  moved_.emplace(context_, model_, dags_, data == "eager" && planner_.name() != "workflow/no_plan");
  model_.add(*moved_);
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
}

} // namespace

MALHA_ACTOR(
    describe<Broker>("broker/broker",
                     "gives the tasks of bags to resources, takes their results, starts lost tasks again",
                     "docs/grids.md; GridTS, section 5.1")
        .takes({choice("execution", "planned", {"planned", "exec"},
                       "a task takes its work over the speed of its resource, or is executed there, whatever "
                       "else runs"),
                real("detection_delay", 0, at_least(0), "s", "until it is known that a resource has crashed"),
                real("return_delay", 0, at_least(0), "s",
                     "until it is known that a resource has returned, and takes tasks again"),
                real("description", 1024, between(0, 1e15), "B",
                     "size of the message that starts a task, besides its input"),
                choice("data", "auto", {"auto", "messages", "lazy", "eager"},
                       "how data of workflows come to a task: messages: with those of the broker, which take "
                       "no time under transport=instant; lazy: it fetches them where they were made when it "
                       "gets its resource; eager: they go to the planned resource when they are made; auto: "
                       "lazy if plans are followed, or else messages"),
                workflow::mean_transfer_parameter(),
                real("result", 1024, between(0, 1e15), "B", "size of the message that brings its result")})
        .asks({{"", Assign::question}, {"planning", workflow::Planner::question, "workflow/no_plan"}})
        .measures(broker_metrics())
        .runs({Shape::bag_of_tasks, Shape::dag})
        .attempts_end({"lost", "cancelled"})
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
