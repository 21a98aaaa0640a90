// SPDX-License-Identifier: MIT
#include "iterations.hpp"

#include "policies/multicluster/application.hpp"

#include <algorithm>
#include <cmath>

namespace malha::cluster {
namespace {

namespace s4u = simgrid::s4u;

/// Two dates of SimGrid's clock that differ by less are the same.
constexpr Seconds rounding = 1e-9;

/// Computes so much on each host at once. Whether all came to their end by the limit.
bool compute(const std::vector<s4u::Host*>& hosts, Flops work, Seconds limit) {
  if (!(s4u::Engine::get_clock() < limit))
    return false; // nothing would wait until a date that has come
  std::vector<s4u::ExecPtr> tasks;
  for (auto* host : hosts) {
    tasks.push_back(s4u::Exec::init()->set_flops_amount(work)->set_host(host));
    tasks.back()->start();
  }
  try {
    for (const auto& task : tasks)
      if (limit == never)
        task->wait();
      else
        task->wait_until(limit);
    return true;
  } catch (const simgrid::TimeoutException&) {
    bool are_done = true; // those that end at the limit may be late by the rounding of dates
    for (const auto& task : tasks) {
      are_done = are_done && task->get_remaining() <= rounding * task->get_host()->get_speed();
      task->cancel();
    }
    return are_done;
  }
}

} // namespace

Iterations Iterations::of(const Task& task, const Extensions& extensions, int number) {
  const auto* application = multicluster::application_in(extensions);
  if (application == nullptr)
    return task.is_delay ? Iterations{1, 0, task.length} : Iterations{number, task.work, 0};
  const Seconds alone = application->computation + application->communication;
  const FlopsPerSecond reference = task.reference_speed > 0 ? task.reference_speed : task.work / alone;
  return {number, application->computation * reference, application->communication};
}

std::optional<Seconds> Iterations::run(const std::vector<s4u::Host*>& hosts, Seconds start,
                                       Seconds limit) const {
  const auto* slowest = *std::min_element(hosts.begin(), hosts.end(), [](const auto* a, const auto* b) {
    return a->get_speed() < b->get_speed();
  });
  const Seconds alone = work / slowest->get_speed(), exchanging = exchange / number;
  Seconds lost = 0; // to others. What nobody slowed counts with its own length, which the clock rounds.
  for (int i = 0; i < number; ++i) {
    const Seconds begun = s4u::Engine::get_clock();
    if (work > 0 && !compute(hosts, work / number, limit))
      return std::nullopt;
    const Seconds computed = s4u::Engine::get_clock(), late = computed - begun - alone / number;
    lost += std::abs(late) > rounding ? late : 0;
    s4u::this_actor::sleep_until(std::min(computed + exchanging, limit));
    if (computed + exchanging > limit + rounding)
      return std::nullopt;
  }
  return start + (alone + exchange + lost);
}

} // namespace malha::cluster
