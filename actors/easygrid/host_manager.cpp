// SPDX-License-Identifier: MIT
#include "host_manager.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "sites.hpp"

#include <algorithm>

namespace malha::easygrid {

ActorDescriptor HostManager::descriptor() {
  auto parameters = Iteration::parameters();
  parameters.insert(parameters.begin(), site_parameter());
  parameters.push_back(HostPower::slots_parameter());
  parameters.push_back(real("heartbeat_interval", 5, above(0), "s",
                            "longest silence before a heartbeat is sent (I_heartbeat)"));
  parameters.push_back(choice("heartbeat_from", "first_package", {"first_package", "start"},
                              "the first silence counts from the first package of tasks, before which no "
                              "heartbeat is sent, or from the start of the manager"));
  parameters.push_back(choice("heartbeat_after", "message", {"message", "heartbeat"},
                              "heartbeat_interval counts from the last monitoring message, or from the last "
                              "heartbeat, whatever ended meanwhile"));
  parameters.push_back(choice("idle_heartbeats", "on", {"on", "off"},
                              "a host without ready and running tasks sends heartbeats, or is silent"));
  parameters.push_back(choice("order", "messages_first", {"messages_first", "launch_first"},
                              "an iteration takes messages, reports ended tasks, launches, and sends a "
                              "heartbeat; or, as Alg. 1 is printed, it launches, reports ended tasks, sends "
                              "a heartbeat, and takes messages"));
  return describe<HostManager>(
             "easygrid/host_manager",
             "launches the ready tasks of one host, reports to the site manager, gives tasks up when asked",
             "tonelli2010, Algs. 1, 3 and 4")
      .takes(std::move(parameters))
      .asks(HostDecisions::questions())
      .measures(Iteration::metrics());
}

HostManager::HostManager(ActorContext& context)
    : context_(context), iteration_(context), inbox_(context, reception_of(context.parameters())),
      manager_(context, site_manager_of(context)), decisions_(context),
      heartbeat_interval_(context.parameters().real("heartbeat_interval")),
      launches_first_(context.parameters().text("order") == "launch_first"),
      ends_restart_heartbeats_(context.parameters().text("heartbeat_after") == "message"),
      is_silent_when_idle_(context.parameters().text("idle_heartbeats") == "off"),
      number_(context.self().number),
      resource_(context.simulation().recorder().add_resource(
          context.host()->get_name(), context.host()->get_speed(), context.host()->get_core_count(),
          context.parameters().text("site"), decisions_.power().slots())),
      tasks_(context.simulation().recorder(), context.simulation().workload().name(),
             context.parameters().text("site")) {}

void HostManager::run() {
  inbox_.open();
  if (context_.parameters().text("heartbeat_from") == "start")
    heartbeat_from_ = simgrid::s4u::Engine::get_clock();
  while (!ended_) {
    iteration_.sleep();
    iterate();
    iteration_.charge();
  }
  manager_.send(EndAck{});
}

void HostManager::iterate() {
  if (launches_first_) {
    launch();
    report_ended_tasks();
    send_heartbeat();
    take_messages();
    return;
  }
  take_messages();
  report_ended_tasks();
  launch();
  if (!ended_)
    send_heartbeat();
}

void HostManager::take_messages() {
  iteration_.take_messages(inbox_, [this](HostMessage&& message) { handle(std::move(message)); });
}

void HostManager::handle(HostMessage&& message) {
  if (auto* package = std::get_if<TaskPackage>(&message))
    add_ready(std::move(package->tasks));
  else if (const auto* request = std::get_if<Request>(&message))
    answer_request(request->fraction);
  else
    ended_ = true;
}

void HostManager::add_ready(std::vector<Task>&& tasks) {
  if (!heartbeat_from_)
    heartbeat_from_ = simgrid::s4u::Engine::get_clock();
  iteration_.touch(tasks.size());
  for (auto& task : tasks) {
    ready_work_ += task.work;
    ready_.push_back(std::move(task));
  }
  std::sort(ready_.begin(), ready_.end(), comes_first);
}

std::vector<Task> HostManager::take_ready(const std::vector<std::size_t>& positions) {
  std::vector<Task> taken;
  std::vector<bool> leaves(ready_.size());
  for (const auto position : positions) {
    leaves[position] = true;
    ready_work_ -= ready_[position].work;
    taken.push_back(ready_[position]);
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < ready_.size(); ++i)
    if (!leaves[i])
      ready_[kept++] = ready_[i];
  ready_.resize(kept);
  if (ready_.empty())
    ready_work_ = 0;
  iteration_.touch(taken.size());
  return taken;
}

void HostManager::answer_request(double fraction) {
  const auto given = decisions_.give_up(fraction, ready_);
  if (given.empty())
    manager_.send(Nack{});
  else
    manager_.send(Ack{take_ready(given)});
}

void HostManager::report_ended_tasks() {
  for (auto& running : running_) {
    const auto end = running.execution->end();
    if (!end)
      continue;
    const Seconds wall_time = *end - running.execution->start();
    manager_.send(TaskEnded{number_, running.task.id,
                            load(decisions_.power().share_of_ended(running.task.work, wall_time)),
                            running.task.is_in_dag, running.task.output});
    if (ends_restart_heartbeats_)
      heartbeat_from_ = simgrid::s4u::Engine::get_clock();
    iteration_.touch(1);
    tasks_.finished(tasks_.row(running.task, running.execution->start(), *end, IndexSet(resource_, 1)));
    running.execution.reset();
  }
  running_.erase(
      std::remove_if(running_.begin(), running_.end(), [](const auto& one) { return !one.execution; }),
      running_.end());
}

void HostManager::launch() {
  auto* host = context_.host();
  const auto chosen = decisions_.launch(ready_, static_cast<int>(running_.size()));
  for (auto& task : take_ready(chosen)) {
    auto execution = context_.simulation().executions().start(host, task.work);
    running_.push_back({std::move(task), std::move(execution)});
  }
}

void HostManager::send_heartbeat() {
  const Seconds now = simgrid::s4u::Engine::get_clock();
  if (!heartbeat_from_ || now - *heartbeat_from_ < heartbeat_interval_)
    return;
  if (is_silent_when_idle_ && ready_.empty() && running_.empty())
    return;
  manager_.send(
      Heartbeat{number_, load(decisions_.power().share_of_running(static_cast<int>(running_.size())))});
  heartbeat_from_ = now;
}

Load HostManager::load(double cpu_share) const {
  return load_of_host(cpu_share * context_.host()->get_speed(), ready_work_, !ready_.empty());
}

MALHA_ACTOR(HostManager::descriptor())

} // namespace malha::easygrid
