// SPDX-License-Identifier: MIT
#include "actors/runtime/simgrid/mailbox.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "decisions.hpp"
#include "iteration.hpp"
#include "manager_directory.hpp"
#include "sites.hpp"

#include <algorithm>

namespace malha::easygrid {
namespace {

/// Asks the policies of one manager.
class ManagerPolicies : public Choices {
public:
  ManagerPolicies(const Decisions& leader, const HostDecisions& host) : leader_(leader), host_(host) {}

  std::map<int, std::vector<Task>> distribute(const std::vector<Task>& tasks,
                                              const std::vector<Share>& shares) override {
    return leader_.distribute(tasks, shares);
  }
  std::optional<Rebalance> rebalance(const std::vector<ChildLoad>& loads) override {
    return leader_.rebalance(loads);
  }
  std::vector<std::size_t> give_up(double fraction, const std::vector<Task>& ready) override {
    return host_.give_up(fraction, ready);
  }
  std::vector<std::size_t> launch(const std::vector<Task>& ready, int running) override {
    return host_.launch(ready, running);
  }

private:
  const Decisions& leader_;
  const HostDecisions& host_;
};

/// The managers of one host: its host manager always, and site manager and global manager while they run
/// there (docs/faults.md). `Model` is the protocol; the actor waits, sends and receives, runs tasks and
/// records.
class Manager : public Actor {
public:
  static ActorDescriptor descriptor();

  explicit Manager(ActorContext& context);
  void run() override;
  void measure(Seconds) override { iteration_.measure(); }

private:
  struct Running {
    Task task;
    std::unique_ptr<Execution> execution;
  };

  void see_ended_tasks(Model& model);
  void act(Model::Output output);
  void count(const Model::Output& output);
  const Address<ManagerMessage>& address_of(int manager);

  ActorContext& context_;
  Iteration iteration_;
  Inbox<ManagerMessage> inbox_;
  const Decisions decisions_;
  const HostDecisions host_decisions_;
  ManagerPolicies policies_;
  ManagerDirectory& directory_;
  const int number_;
  const Address<ApplicationMessage> application_;
  std::map<int, Address<ManagerMessage>> managers_; ///< to which it has sent
  std::vector<Running> running_;
  bool has_sent_end_ = false;
};

ActorDescriptor Manager::descriptor() {
  auto parameters = Iteration::parameters();
  parameters.insert(parameters.begin(), site_parameter());
  parameters.push_back(HostPower::slots_parameter());
  parameters.push_back(
      real("check_interval", 2, at_least(0), "s", "least time between two checks of the balance (I_sched)"));
  parameters.push_back(real("heartbeat_interval", 5, above(0), "s",
                            "longest silence towards the level above, and the level below"));
  parameters.push_back(integer("missed_heartbeats", 3, between(1, 1e6), "count",
                               "a manager is taken to be down after this many intervals without a message"));
  parameters.push_back(integer("copies", 100, between(1, 1e6), "count",
                               "attempts of a task at once that records may show: a manager that is taken "
                               "to be down by mistake continues"));
  auto metrics = Iteration::metrics();
  for (const auto& level : {std::pair("events", "hosts of a site"), std::pair("global_events", "sites")}) {
    metrics.push_back(
        {std::string(level.first) + "_total", "count",
         std::string("checks of the balance of ") + level.second + " after which tasks were asked for"});
    metrics.push_back({std::string(level.first) + "_accepted", "count", "those answered with tasks"});
  }
  auto questions = Decisions::questions();
  for (const auto& question : HostDecisions::questions())
    questions.push_back(question);
  return describe<Manager>("easygrid/manager",
                           "the managers of one host, which replace others of their application that crash",
                           "docs/faults.md; tonelli2010, Algs. 1 to 6")
      .takes(std::move(parameters))
      .asks(std::move(questions))
      .measures(std::move(metrics))
      .allows({{Trait::copies, {}, {}, "copies"}, {Trait::late_cancellation}})
      .is_daemon();
}

Manager::Manager(ActorContext& context)
    : context_(context), iteration_(context), inbox_(context, reception_of(context.parameters())),
      decisions_(context), host_decisions_(context), policies_(decisions_, host_decisions_),
      directory_(ManagerDirectory::of(context)), number_(context.self().number),
      application_(context, context.simulation().only_peer("easygrid/application")) {}

void Manager::run() {
  inbox_.open();
  const auto now = [] { return simgrid::s4u::Engine::get_clock(); };
  Model model(directory_.grid(), number_, policies_, directory_.tasks, now());
  for (;; iteration_.sleep()) {
    iteration_.take_messages(inbox_, [&](ManagerMessage&& message) { model.take(message, now()); });
    see_ended_tasks(model);
    model.step(now(),
               host_decisions_.power().share_of_running(model.running()) * context_.host()->get_speed(),
               directory_.is_complete);
    act(model.take_output());
    iteration_.charge();
  }
}

void Manager::see_ended_tasks(Model& model) {
  for (auto& [task, execution] : running_) {
    const auto end = execution->end();
    if (!end)
      continue;
    iteration_.touch(1);
    directory_.attempts.ended(task.id, number_, execution->start(), *end);
    model.ended(task, host_decisions_.power().share_of_ended(task.work, *end - execution->start()) *
                          context_.host()->get_speed());
    execution.reset();
  }
  running_.erase(
      std::remove_if(running_.begin(), running_.end(), [](const auto& one) { return !one.execution; }),
      running_.end());
}

void Manager::act(Model::Output output) {
  count(output);
  for (const auto& [task, host] : output.counted)
    directory_.attempts.counted(task, host);
  for (const auto& task : output.launched) {
    iteration_.touch(1);
    auto execution = context_.simulation().executions().start(context_.host(), task.work);
    directory_.attempts.started(task, number_, execution->start());
    running_.push_back({task, std::move(execution)});
  }
  for (auto& [to, message] : output.messages) {
    if (const auto* package = std::get_if<Package>(&message))
      iteration_.touch(package->tasks.size());
    address_of(to).send(std::move(message));
  }
  if (output.has_finished && !std::exchange(has_sent_end_, true))
    application_.send(Finished{});
}

void Manager::count(const Model::Output& output) {
  auto& recorder = context_.simulation().recorder();
  recorder.count("events_total", output.events);
  recorder.count("events_accepted", output.events_accepted);
  recorder.count("global_events_total", output.grid_events);
  recorder.count("global_events_accepted", output.grid_events_accepted);
  recorder.count("site_managers_replaced", output.sites_taken_over);
  recorder.count("global_managers_replaced", output.grids_taken_over);
  recorder.count("given_up", output.given_up);
}

const Address<ManagerMessage>& Manager::address_of(int manager) {
  return managers_.try_emplace(manager, context_, directory_.manager(manager)).first->second;
}

} // namespace

MALHA_ACTOR(Manager::descriptor())

} // namespace malha::easygrid
