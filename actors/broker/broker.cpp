// SPDX-License-Identifier: MIT
#include "actors/model/broker_model.hpp"
#include "actors/runtime/bag_journal.hpp"
#include "actors/runtime/host_watch.hpp"
#include "actors/runtime/job_intake.hpp"
#include "messages.hpp"

namespace malha::broker {
namespace {

namespace s4u = simgrid::s4u;

bool is_instant(ActorContext& context) { return context.simulation().transport() == Transport::instant; }

BrokerRules rules_of(ActorContext& context) {
  BrokerRules rules;
  rules.plans_ends = context.parameters().text("execution") == "planned" && is_instant(context);
  rules.cancels_at_once = is_instant(context);
  rules.detection_delay = context.parameters().real("detection_delay");
  return rules;
}

/// Pushes the tasks of bags to resources (docs/grids.md). `BrokerModel` is what it does; the actor waits,
/// carries messages and records. Where ends can be planned they cost no messages, no actors and no
/// activities.
class Broker : public Actor, private Assign, private BagListener {
public:
  explicit Broker(ActorContext& context);

  void run() override;
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

  void rounds(Seconds now);
  void see_loads();
  Seconds see_switches(Seconds now);
  bool take_switches(Seconds& now);
  void catch_up();
  void hear(const std::any& message);
  Seconds wait();
  Seconds wait_for_messages(Seconds until);

  ActorContext& context_;
  JobIntake intake_;
  PolicyUse<Assign> policy_;
  BagJournal journal_;
  const bool has_loads_; ///< some host is shared with processes of others
  const Bytes description_;
  HostWatch hosts_;
  BrokerModel model_;
  std::vector<Worker> workers_; ///< by resource, unless ends are planned
  const std::string waits_for_policy_ = "its policy to start a task";
  Seconds date_of_message_ = 0; ///< that is being taken
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
      intake_(context, {[this](const Job& job) { model_.submit(job); },
                        [this](const std::any& message) { hear(message); }, [this] { catch_up(); }}),
      policy_(context.policy<Assign>()),
      journal_(context.simulation().recorder(), context.simulation().workload().name()),
      has_loads_(!context.simulation().peers("workload/external_load").empty()),
      description_(context.parameters().real("description")), hosts_(context.simulation(), hosts_of(context)),
      model_(hosts_.speeds(), context.simulation().speeds_of(hosts_.hosts()), *this, intake_,
             rules_of(context)) {
  for (const auto* host : hosts_.hosts())
    journal_.add_resource(*host);
  if (!model_.rules().plans_ends) {
    for (const auto& worker : context.simulation().peers("broker/worker"))
      workers_.emplace_back(context, worker);
    model_.add(*this);
  }
  model_.add(journal_);
}

void Broker::run() {
  intake_.open();
  if (!model_.rules().plans_ends && context_.simulation().hosts_may_change())
    hosts_.tell_switches([to = Address<EntryMessage, std::variant<ResourceSwitched>>(
                              context_, context_.self())] { to.send(ResourceSwitched{}); });
  for (Seconds now = see_switches(0);; now = wait()) {
    rounds(now);
    if (model_.is_over())
      return;
  }
}

/// One round a planned date, however close they are, and one at the date of what was reported.
void Broker::rounds(Seconds now) {
  try {
    for (Seconds date; (date = model_.next()) <= now;)
      model_.round(date);
    if (!model_.rules().plans_ends)
      model_.round(now);
  } catch (const BrokenRule& broken) {
    policy_.broke(broken.what());
  }
}

std::vector<Assignment> Broker::assign(const AssignmentView& view) {
  if (has_loads_)
    see_loads();
  return policy_.ask([&](auto& policy) { return policy.assign(view); });
}

/// The share of a core that the processes of others leave to one more.
void Broker::see_loads() {
  for (std::size_t i = 0; i < hosts_.hosts().size(); ++i) {
    const auto* host = hosts_.hosts()[i];
    const int processes = context_.simulation().external_loads(host) + 1;
    model_.load(static_cast<int>(i), 1 - std::min(1.0, double(host->get_core_count()) / processes));
  }
}

/// Shows the model what has been seen of hosts, when all that happens at this date has happened. Answers the
/// date up to which everything is known, now or the last of them.
Seconds Broker::see_switches(Seconds now) {
  take_switches(now);
  if (model_.rules().plans_ends && context_.simulation().hosts_may_change())
    settle(QuietRounds::of_switches, [&] { return take_switches(now); });
  return now;
}

bool Broker::take_switches(Seconds& now) {
  const auto switches = hosts_.take();
  for (const auto& [resource, is_on, date] : switches) {
    model_.switched(resource, is_on, date);
    now = std::max(now, date);
  }
  return !switches.empty();
}

/// Before a message: it may have arrived long ago, behind a slower one.
void Broker::catch_up() {
  if (is_instant(context_))
    return;
  date_of_message_ = see_switches(date_of_message_);
  model_.catch_up(date_of_message_);
}

void Broker::hear(const std::any& message) {
  if (const auto* end = std::any_cast<TaskEnded>(&message))
    model_.report_end(end->copy, end->resource, end->start, end->end);
}

/// Answers the date up to which everything is known.
Seconds Broker::wait() {
  const Seconds next = model_.next();
  if (!model_.rules().plans_ends)
    return wait_for_messages(next);
  return see_switches(intake_.sleep_until(next, hosts_, waits_for_policy_));
}

Seconds Broker::wait_for_messages(Seconds until) {
  const auto message = intake_.receive_before(until);
  date_of_message_ = message ? std::max(model_.date(), s4u::Engine::get_clock()) : until;
  if (message)
    intake_.take(*message);
  intake_.take_all();
  return see_switches(date_of_message_);
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
        .shows({{Trait::overrun},
                {Trait::late_cancellation, {{"transport", "network"}}},
                {Trait::late_detection, {}, {}, "detection_delay"}})
        .bears({{Burden::network},
                {Burden::inputs},
                {Burden::bandwidth_profile},
                {Burden::speed_profile},
                {Burden::host_goes},
                {Burden::host_returns, {{"execution", "planned"}, {"transport", "instant"}}},
                {Burden::external_load, {{"execution", "exec"}}}}))

} // namespace malha::broker
