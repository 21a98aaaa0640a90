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

/// How a job runs whose tasks share their hosts with others (M-CISNE, section 3.3.1): so many times, each
/// task computes on its host, at whatever share of it the host gives, and then all exchange data. An
/// iteration goes on when its slowest task has computed. The exchange is a delay.
struct Iterations {
  int number;
  Flops work;       ///< that each task computes in all of them
  Seconds exchange; ///< time that all of them take beside

  /// Of a task of a job: those of its application. Without one, all of its run time is computation, and a
  /// delay is one exchange.
  static Iterations of(const Task& task, const Extensions& extensions, int number);

  /// Runs the job on these hosts from `start`, now, in the actor that calls. Returns the date of its end, or
  /// nothing when it does not come to its end before `limit`. All that it computes is ended then. `slowdown`
  /// says before each exchange how many times longer it takes than alone; below 1 it takes as long.
  std::optional<Seconds> run(
      const std::vector<simgrid::s4u::Host*>& hosts, Seconds start, Seconds limit,
      const std::function<double()>& slowdown = [] { return 1.0; }) const;
};

/// Two dates of SimGrid's clock that differ by less are the same.
inline constexpr Seconds clock_rounding = 1e-9;

/// Computes so much on each host at once. Whether all came to their end by the limit.
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
