// SPDX-License-Identifier: MIT
#include "scheduling.hpp"

#include <algorithm>
#include <cmath>

namespace malha::easygrid {

std::vector<ParameterSpec> Scheduling::parameters() {
  auto all = Iteration::parameters();
  all.push_back(
      real("check_interval", 2, at_least(0), "s", "least time between two checks of the balance (I_sched)"));
  all.push_back(choice("check", "message", {"message", "iteration"},
                       "the balance is checked after each monitoring message and in each iteration, or in "
                       "each iteration alone"));
  all.push_back(choice("check_interval_from", "check", {"check", "event_end"},
                       "check_interval counts from the last check, or also from the end of the last event"));
  all.push_back(choice("end_acks", "wait", {"wait", "iterations"},
                       "acknowledgements of the end are waited for, without pauses and costs, or looked for "
                       "in further iterations"));
  return all;
}

std::vector<QuestionSlot> Scheduling::questions() {
  return {{"distribution", Distribution::question}, {"balance", Balance::question}};
}

Scheduling::Scheduling(ActorContext& context, Iteration& iteration, Metrics metrics, Tell tell)
    : context_(context), iteration_(iteration), metrics_(metrics), tell_(std::move(tell)),
      distribution_(context.policy<Distribution>("distribution")),
      balance_(context.policy<Balance>("balance")),
      check_interval_(context.parameters().real("check_interval")),
      checks_after_messages_(context.parameters().text("check") == "message"),
      interval_follows_events_(context.parameters().text("check_interval_from") == "event_end"),
      waits_for_end_acks_(context.parameters().text("end_acks") == "wait") {}

void Scheduling::add_child(FlopsPerSecond power) {
  const int child = static_cast<int>(powers_.size());
  powers_.push_back({child, power});
  loads_.push_back({child, 0, 0});
}

void Scheduling::update(int child, const Load& load) {
  loads_.at(static_cast<std::size_t>(child)) = {child, load.power, load.ert};
}

void Scheduling::admit_jobs() {
  auto& simulation = context_.simulation();
  for (const Job* next; (next = simulation.workload().peek()) != nullptr &&
                        next->submitted <= simgrid::s4u::Engine::get_clock();) {
    const Job job = simulation.take_job();
    if (std::any_of(job.tasks.begin(), job.tasks.end(), [](const Task& task) { return task.is_delay; }))
      throw InputError("workload '" + simulation.workload().name() + "': job " + std::to_string(job.id) +
                       " is a delay, and EasyGrid runs work that shares its host; valid: --set "
                       "workload.delay=scaled");
    take_over(job.tasks);
  }
}

bool Scheduling::all_tasks_ended() {
  return unfinished_ == 0 && context_.simulation().workload().peek() == nullptr;
}

void Scheduling::take_over(const std::vector<Task>& tasks) {
  unfinished_ += static_cast<std::int64_t>(tasks.size());
  distribute(tasks, powers_);
}

void Scheduling::distribute(const std::vector<Task>& tasks, const std::vector<Share>& shares) {
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
      tell_(child, std::move(package));
    }
}

void Scheduling::end_event(const std::vector<Task>& given) {
  iteration_.touch(given.size());
  if (!given.empty()) {
    context_.simulation().recorder().count(metrics_.accepted);
    distribute(given, receivers_);
  }
  receivers_.clear();
  if (interval_follows_events_)
    last_check_ = simgrid::s4u::Engine::get_clock();
}

void Scheduling::check_after_message() {
  if (checks_after_messages_)
    check_balance();
}

void Scheduling::check_balance() {
  const Seconds now = simgrid::s4u::Engine::get_clock();
  if (event_under_way() || unfinished_ == 0 || now - last_check_ < check_interval_)
    return;
  last_check_ = now;
  const BalanceView view{now, loads_};
  const auto decision = balance_.ask([&](auto& policy) { return policy.rebalance(view); });
  if (!decision)
    return;
  check(*decision);
  receivers_ = decision->receivers;
  context_.simulation().recorder().count(metrics_.events);
  tell_(decision->giver, Request{decision->fraction});
}

void Scheduling::check(const Rebalance& decision) const {
  if (!is_child(decision.giver))
    balance_.broke("the giver is child " + std::to_string(decision.giver) + ", which is not there");
  if (!(decision.fraction > 0 && decision.fraction <= 1))
    balance_.broke("the fraction asked for is " + std::to_string(decision.fraction) +
                   "; valid: above 0, at most 1");
  if (decision.receivers.empty())
    balance_.broke("nobody receives");
  int previous = -1;
  for (const auto& receiver : decision.receivers) {
    if (receiver.child <= previous)
      balance_.broke("receivers are not by child, each once");
    previous = receiver.child;
    if (!std::isfinite(receiver.weight) || !is_child(receiver.child) || receiver.child == decision.giver ||
        !(receiver.weight > 0))
      balance_.broke("child " + std::to_string(receiver.child) + " cannot receive with weight " +
                     std::to_string(receiver.weight));
  }
}

} // namespace malha::easygrid
