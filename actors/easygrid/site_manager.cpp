// SPDX-License-Identifier: MIT
#include "site_manager.hpp"

#include "sites.hpp"

#include <cmath>

namespace malha::easygrid {

ActorDescriptor SiteManager::descriptor() {
  auto parameters = Iteration::parameters();
  parameters.push_back(
      real("check_interval", 2, at_least(0), "s", "least time between two checks of the balance (I_sched)"));
  return {
      "easygrid/site_manager",
      "distributes the tasks of an application over the hosts of a site and moves ready tasks between them",
      "tonelli2010, Algs. 2, 5 and 6",
      std::move(parameters),
      {{"distribution", Distribution::question}, {"balance", Balance::question}},
      {{"events_total", "count", "checks of the balance after which tasks were asked for"},
       {"events_accepted", "count", "those answered with tasks"}},
      {Shape::bag_of_tasks},
      false,
      make_actor<SiteManager>};
}

SiteManager::SiteManager(ActorContext& context)
    : context_(context), iteration_(context), inbox_(context, reception_of(context.parameters())),
      distribution_(context.policy<Distribution>("distribution")),
      balance_(context.policy<Balance>("balance")),
      check_interval_(context.parameters().real("check_interval")) {
  for (const auto& host : hosts_of_site(context)) {
    const int child = static_cast<int>(children_.size());
    child_of_host_.resize(static_cast<std::size_t>(host.number) + 1, -1);
    child_of_host_.back() = child;
    children_.emplace_back(context, host);
    powers_.push_back({child, host.host->get_speed() * host.host->get_core_count()});
    loads_.push_back({child, 0, 0});
  }
  if (children_.empty())
    throw InputError("site '" + context.parameters().text("site") + "' has no easygrid/host_manager");
}

void SiteManager::run() {
  inbox_.open();
  for (;; iteration_.sleep()) {
    iteration_.take_messages(inbox_, [this](SiteMessage&& message) { handle(std::move(message)); });
    admit_jobs();
    if (all_tasks_ended())
      break;
    check_balance();
    iteration_.charge();
  }
  for (const auto& child : children_)
    child.send(End{});
  iteration_.charge();
  while (end_acks_ < children_.size()) {
    iteration_.sleep();
    iteration_.take_messages(inbox_, [this](SiteMessage&& message) { handle(std::move(message)); });
    iteration_.charge();
  }
}

bool SiteManager::all_tasks_ended() {
  return unfinished_ == 0 && context_.simulation().workload().peek() == nullptr;
}

void SiteManager::admit_jobs() {
  auto& simulation = context_.simulation();
  for (const Job* next; (next = simulation.workload().peek()) != nullptr &&
                        next->submitted <= simgrid::s4u::Engine::get_clock();) {
    const Job job = simulation.take_job();
    unfinished_ += static_cast<std::int64_t>(job.tasks.size());
    distribute(job.tasks, powers_);
  }
}

void SiteManager::distribute(const std::vector<Task>& tasks, const std::vector<Share>& shares) {
  const DistributionView view{simgrid::s4u::Engine::get_clock(), tasks, shares};
  const auto placements = distribution_.ask([&](auto& policy) { return policy.distribute(view); });
  std::vector<std::size_t> positions;
  for (const auto& placement : placements)
    positions.push_back(placement.task);
  distribution_.check_positions(positions, tasks.size(), "task");
  if (positions.size() != tasks.size())
    distribution_.broke("it places " + std::to_string(positions.size()) + " of " +
                        std::to_string(tasks.size()) + " tasks");
  std::map<int, TaskPackage> packages;
  for (const auto& share : shares)
    packages[share.child];
  for (const auto& placement : placements) {
    const auto package = packages.find(placement.child);
    if (package == packages.end())
      distribution_.broke("it places a task on child " + std::to_string(placement.child) +
                          ", which it was not given");
    package->second.tasks.push_back(tasks[placement.task]);
  }
  for (auto& [child, package] : packages)
    if (!package.tasks.empty()) {
      iteration_.touch(package.tasks.size());
      children_[static_cast<std::size_t>(child)].send(std::move(package));
    }
}

void SiteManager::handle(SiteMessage&& message) {
  const auto update = [this](int host, const Load& load) {
    const int child = child_of_host_.at(static_cast<std::size_t>(host));
    loads_.at(static_cast<std::size_t>(child)) = {child, load.power, load.ert};
  };
  if (const auto* ended = std::get_if<TaskEnded>(&message)) {
    --unfinished_;
    iteration_.touch(1);
    update(ended->host, ended->load);
  } else if (const auto* heartbeat = std::get_if<Heartbeat>(&message)) {
    update(heartbeat->host, heartbeat->load);
  } else if (const auto* ack = std::get_if<Ack>(&message)) {
    context_.simulation().recorder().count("events_accepted");
    end_event(ack->tasks);
  } else if (std::holds_alternative<Nack>(message)) {
    end_event({});
  } else {
    ++end_acks_;
  }
}

void SiteManager::end_event(const std::vector<Task>& given) {
  iteration_.touch(given.size());
  if (!given.empty())
    distribute(given, receivers_);
  receivers_.clear();
}

void SiteManager::check_balance() {
  const Seconds now = simgrid::s4u::Engine::get_clock();
  if (!receivers_.empty() || unfinished_ == 0 || now - last_check_ < check_interval_)
    return;
  last_check_ = now;
  const BalanceView view{now, loads_};
  const auto decision = balance_.ask([&](auto& policy) { return policy.rebalance(view); });
  if (!decision)
    return;
  const auto known = [this](int child) {
    return child >= 0 && static_cast<std::size_t>(child) < children_.size();
  };
  if (!known(decision->giver))
    balance_.broke("the giver is child " + std::to_string(decision->giver) + ", which is not there");
  if (!(decision->fraction > 0 && decision->fraction <= 1))
    balance_.broke("the fraction asked for is " + std::to_string(decision->fraction) +
                   "; valid: above 0, at most 1");
  if (decision->receivers.empty())
    balance_.broke("nobody receives");
  int previous = -1;
  for (const auto& receiver : decision->receivers) {
    if (receiver.child <= previous)
      balance_.broke("receivers are not by child, each once");
    previous = receiver.child;
    if (!std::isfinite(receiver.weight) || !known(receiver.child) || receiver.child == decision->giver ||
        !(receiver.weight > 0))
      balance_.broke("child " + std::to_string(receiver.child) + " cannot receive with weight " +
                     std::to_string(receiver.weight));
  }
  receivers_ = decision->receivers;
  context_.simulation().recorder().count("events_total");
  children_[static_cast<std::size_t>(decision->giver)].send(Request{decision->fraction});
}

MALHA_ACTOR(SiteManager::descriptor())

} // namespace malha::easygrid
