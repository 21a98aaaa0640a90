// SPDX-License-Identifier: MIT
#include "actors/broker/model/model.hpp"
#include "actors/runtime/records/bag_journal.hpp"
#include "actors/runtime/simgrid/round_loop.hpp"
#include "messages.hpp"

#include <simgrid/s4u.hpp>

namespace malha::broker {
namespace {

namespace s4u = simgrid::s4u;

bool is_instant(ActorContext& context) { return context.simulation().transport() == Transport::instant; }

Rules rules_of(ActorContext& context) {
  Rules rules;
  rules.plans_ends = context.parameters().text("execution") == "planned" && is_instant(context);
  rules.cancels_at_once = is_instant(context);
  rules.detection_delay = context.parameters().real("detection_delay");
  return rules;
}

/// Pushes the tasks of bags to resources (docs/grids.md). `Model` is what it does; the actor waits,
/// carries messages and records. Where ends can be planned they cost no messages, no actors and no
/// activities.
class Broker : public Actor, private Assign, private BagListener {
public:
  explicit Broker(ActorContext& context);

  void run() override {
    loop_.run(model_, [this](const BrokenRule& broken) { policy_.broke(broken.what()); });
  }
  void measure(Seconds) override { journal_.close(); }
  std::string blocked_on() const override {
    return model_.book().up() == 0 && !model_.book().idle()
               ? "a resource: all are down, and tasks " + journal_.unfinished() + " have not run"
               : "";
  }

private:
  using Worker = Address<WorkerMessage>;

  static std::vector<s4u::Host*> hosts_of(ActorContext& context);

  std::vector<Assignment> assign(const AssignmentView& view) override;
  void started(const Copy& copy, const Task& task) override {
    workers_[static_cast<std::size_t>(copy.resource)].send(StartTask{copy.number, task, description_});
  }
  void cancelled(const Copy& copy) override {
    workers_[static_cast<std::size_t>(copy.resource)].send(CancelTask{copy.number});
  }

  void see_loads();
  void hear(const std::any& message);

  ActorContext& context_;
  RoundLoop<Model> loop_;
  PolicyUse<Assign> policy_;
  BagJournal journal_;
  const bool has_loads_; ///< some host is shared with processes of others
  const Bytes description_;
  Model model_;
  std::vector<Worker> workers_; ///< by resource, unless ends are planned
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
      loop_(context, hosts_of(context), [this](const std::any& message) { hear(message); }),
      policy_(context.policy<Assign>()),
      journal_(context.simulation().recorder(), context.simulation().workload().name()),
      has_loads_(!context.simulation().peers("environment/external_load").empty()),
      description_(context.parameters().real("description")),
      model_(loop_.hosts().speeds(), context.simulation().speeds_of(loop_.hosts().hosts()), *this,
             loop_.arrivals(), rules_of(context)) {
  context.simulation().check_detector(context.host(), loop_.hosts().hosts(),
                                      context.parameters().text("detection_delay"));
  for (const auto* host : loop_.hosts().hosts())
    journal_.add_resource(*host);
  if (!model_.rules().plans_ends) {
    for (const auto& worker : context.simulation().peers("broker/worker"))
      workers_.emplace_back(context, worker);
    model_.add(*this);
  }
  model_.add(journal_);
}

std::vector<Assignment> Broker::assign(const AssignmentView& view) {
  if (has_loads_)
    see_loads();
  return policy_.ask([&](auto& policy) { return policy.assign(view); });
}

/// The share of a core that the processes of others leave to one more.
void Broker::see_loads() {
  for (std::size_t i = 0; i < loop_.hosts().hosts().size(); ++i) {
    const auto* host = loop_.hosts().hosts()[i];
    const int processes = context_.simulation().external_loads(host) + 1;
    model_.load(static_cast<int>(i), 1 - std::min(1.0, double(host->get_core_count()) / processes));
  }
}

void Broker::hear(const std::any& message) {
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
                real("description", 1024, between(0, 1e15), "B",
                     "size of the message that starts a task, besides its input"),
                real("result", 1024, between(0, 1e15), "B", "size of the message that brings its result")})
        .asks({{"", Assign::question}})
        .measures(BagJournal::metrics())
        .runs({Shape::bag_of_tasks})
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
