// SPDX-License-Identifier: MIT
#include "decisions.hpp"
#include "actors/runtime/simgrid/s4u.hpp"
#include "actors/runtime/simgrid/stage.hpp"

#include <algorithm>
#include <cmath>

namespace malha::easygrid {

std::vector<QuestionSlot> Decisions::questions() {
  return {{"distribution", Distribution::question}, {"balance", Balance::question}};
}

Decisions::Decisions(ActorContext& context)
    : distribution_(context.policy<Distribution>("distribution")),
      balance_(context.policy<Balance>("balance")) {}

std::map<int, std::vector<Task>> Decisions::distribute(const std::vector<Task>& tasks,
                                                       const std::vector<Share>& shares) const {
  const DistributionView view{simgrid::s4u::Engine::get_clock(), tasks, shares};
  const auto placements = distribution_.ask([&](auto& policy) { return policy.distribute(view); });
  std::vector<std::size_t> positions;
  for (const auto& placement : placements)
    positions.push_back(placement.task);
  distribution_.check_positions(positions, tasks.size(), "task");
  if (positions.size() != tasks.size())
    distribution_.broke("it places " + std::to_string(positions.size()) + " of " +
                        std::to_string(tasks.size()) + " tasks");
  std::map<int, std::vector<Task>> packages;
  for (const auto& share : shares)
    packages[share.child];
  for (const auto& placement : placements) {
    const auto package = packages.find(placement.child);
    if (package == packages.end())
      distribution_.broke("it places a task on child " + std::to_string(placement.child) +
                          ", which it was not given");
    package->second.push_back(tasks[placement.task]);
  }
  return packages;
}

std::optional<Rebalance> Decisions::rebalance(const std::vector<ChildLoad>& loads) const {
  const BalanceView view{simgrid::s4u::Engine::get_clock(), loads};
  auto decision = balance_.ask([&](auto& policy) { return policy.rebalance(view); });
  if (decision)
    check(*decision, loads);
  return decision;
}

void Decisions::check(const Rebalance& decision, const std::vector<ChildLoad>& loads) const {
  const auto is_child = [&](int child) {
    const auto found =
        std::lower_bound(loads.begin(), loads.end(), child,
                         [](const ChildLoad& load, int sought) { return load.child < sought; });
    return found != loads.end() && found->child == child;
  };
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

ParameterSpec HostPower::slots_parameter() {
  return integer("nt", 2, between(1, 1e6), "count", "most application tasks that run at once on the host");
}

HostPower::HostPower(ActorContext& context)
    : context_(context), slots_(static_cast<int>(context.parameters().integer("nt"))) {}

double HostPower::share_of_ended(Flops work, Seconds wall_time) const {
  const Seconds cpu_time = work / context_.host()->get_speed();
  return cpu_time / wall_time * slots_;
}

double HostPower::share_of_running(int running) const {
  const auto* host = context_.host();
  return static_cast<double>(running) / (slots_ + context_.simulation().external_loads(host)) *
         std::min(slots_, host->get_core_count());
}

std::vector<QuestionSlot> HostDecisions::questions() {
  return {{"launch", Launch::question}, {"give_up", GiveUp::question}};
}

HostDecisions::HostDecisions(ActorContext& context)
    : context_(context), launch_(context.policy<Launch>("launch")),
      give_up_(context.policy<GiveUp>("give_up")), power_(context) {}

std::vector<std::size_t> HostDecisions::launch(const std::vector<Task>& ready, int running) const {
  const auto* host = context_.host();
  const LaunchView view{simgrid::s4u::Engine::get_clock(),
                        ready,
                        running,
                        power_.slots(),
                        context_.simulation().external_loads(host),
                        host->get_core_count()};
  auto chosen = launch_.ask([&](auto& policy) { return policy.launch(view); });
  launch_.check_positions(chosen, ready.size(), "ready task");
  if (running + static_cast<int>(chosen.size()) > power_.slots())
    launch_.broke("it launches " + std::to_string(chosen.size()) + " tasks with " + std::to_string(running) +
                  " of " + std::to_string(power_.slots()) + " slots taken");
  return chosen;
}

std::vector<std::size_t> HostDecisions::give_up(double fraction, const std::vector<Task>& ready) const {
  const GiveUpView view{simgrid::s4u::Engine::get_clock(), fraction, ready};
  auto given = give_up_.ask([&](auto& policy) { return policy.give_up(view); });
  give_up_.check_positions(given, ready.size(), "ready task");
  return given;
}

} // namespace malha::easygrid
