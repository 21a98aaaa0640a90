// SPDX-License-Identifier: MIT
#pragma once
#include "actors/runtime/simgrid/versions.hpp"
#include "policies/multicluster/application.hpp"
#include "policies/sdk/job.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

namespace malha::cluster {

/// The iterations of a job whose tasks share their hosts with others (M-CISNE, section 3.3.1). In each of
/// them every task computes on its host, at the share that the host gives it, and then all exchange data. The
/// exchange begins when the slowest task has computed. It is a delay.
struct Iterations {
  int number;
  Flops work;       ///< that each task computes in all of them
  Seconds exchange; ///< time of all exchanges

  /// The iterations of a task, as the application of its job says. Without an application all of its run time
  /// is computation, and a delay is one exchange.
  static Iterations of(const Task& task, const Extensions& extensions, int number);

  /// Runs the job on these hosts from `start`, now, in the calling actor. Returns the date of its end, or
  /// nothing if it does not end before `limit`; its executions are cancelled then. `slowdown` is asked before
  /// each exchange: the exchange takes that many times as long as alone; below 1 it takes as long.
  std::optional<Seconds> run(
      const std::vector<simgrid::s4u::Host*>& hosts, Seconds start, Seconds limit,
      const std::function<double()>& slowdown = [] { return 1.0; }) const;
};

/// Two dates of SimGrid's clock that differ by less are the same.
inline constexpr Seconds clock_rounding = 1e-9;

/// Computes `work` on each host at once. Returns whether all executions ended by the limit.
inline bool compute(const std::vector<simgrid::s4u::Host*>& hosts, Flops work, Seconds limit) {
  if (!(simgrid::s4u::Engine::get_clock() < limit))
    return false; // nothing would wait until a date that has come
  std::vector<simgrid::s4u::ExecPtr> tasks;
  for (auto* host : hosts) {
    tasks.push_back(simgrid::s4u::Exec::init()->set_flops_amount(work)->set_host(host));
    tasks.back()->start();
  }
  if (limit == never) {
    for (const auto& task : tasks)
      task->wait();
    return true;
  }
  bool are_done = true;
  for (const auto& task : tasks) {
    try {
      if (simgrid::s4u::Engine::get_clock() < limit)
        task->wait_until(limit);
    } catch (const simgrid::TimeoutException&) { // what is left says whether it is done
    }
    // One that ends at the limit may be late by the rounding of dates.
    are_done = are_done && task->get_remaining() <= clock_rounding * task->get_host()->get_speed();
    task->cancel();
  }
  return are_done;
}

inline Iterations Iterations::of(const Task& task, const Extensions& extensions, int number) {
  const auto* application = multicluster::application_in(extensions);
  if (application == nullptr)
    return task.is_delay ? Iterations{1, 0, task.length} : Iterations{number, task.work, 0};
  const Seconds alone = application->computation + application->communication;
  const FlopsPerSecond reference = task.reference_speed > 0 ? task.reference_speed : task.work / alone;
  return {number, application->computation * reference, application->communication};
}

inline std::optional<Seconds> Iterations::run(const std::vector<simgrid::s4u::Host*>& hosts, Seconds start,
                                              Seconds limit, const std::function<double()>& slowdown) const {
  const auto* slowest = *std::min_element(hosts.begin(), hosts.end(), [](const auto* a, const auto* b) {
    return a->get_speed() < b->get_speed();
  });
  const Seconds alone = work / slowest->get_speed(), exchanging_alone = exchange / number;
  Seconds lost = 0; // to others. What nobody slowed counts with its own length, which the clock rounds.
  for (int i = 0; i < number; ++i) {
    const Seconds begun = simgrid::s4u::Engine::get_clock();
    if (work > 0 && !compute(hosts, work / number, limit))
      return std::nullopt;
    const Seconds computed = simgrid::s4u::Engine::get_clock(), late = computed - begun - alone / number;
    const Seconds exchanging = exchanging_alone * std::max(1.0, slowdown());
    lost += (std::abs(late) > clock_rounding ? late : 0) + (exchanging - exchanging_alone);
    simgrid::s4u::this_actor::sleep_until(std::min(computed + exchanging, limit));
    if (computed + exchanging > limit + clock_rounding)
      return std::nullopt;
  }
  return start + (alone + exchange + lost);
}

} // namespace malha::cluster
