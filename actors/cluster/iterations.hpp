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

/// The iterations of a rigid job whose parallel tasks share their hosts with other jobs (M-CISNE, section
/// 3.3.1). In each iteration every task computes, at the share of the host's speed that it gets. When the
/// slowest task has computed, all tasks exchange data, which takes a time and computes nothing.
struct Iterations {
  int number;
  Flops work;       ///< of each parallel task, sum over all iterations
  Seconds exchange; ///< time of the exchanges, sum over all iterations

  /// The iterations of a job, as its application says. Without an application the whole run time is
  /// computation; a delay is one exchange. `number` is that of the iterations.
  static Iterations of(const Task& task, const Extensions& extensions, int number);

  /// Runs the job on these hosts, in the calling actor. `start` is the present date. Returns the date of the
  /// end, or nothing if the job does not end by the date `limit`; its executions are cancelled then.
  /// `slowdown` is called before each exchange, which takes that many times as long as alone, at least once.
  std::optional<Seconds> run(
      const std::vector<simgrid::s4u::Host*>& hosts, Seconds start, Seconds limit,
      const std::function<double()>& slowdown = [] { return 1.0; }) const;
};

/// Two dates of SimGrid's clock are the same if they differ by no more than this.
inline constexpr Seconds clock_rounding = 1e-9;

/// Computes `work` on each of the hosts at the same time. Returns whether all executions ended by the date
/// `limit`.
inline bool compute(const std::vector<simgrid::s4u::Host*>& hosts, Flops work, Seconds limit) {
  if (!(simgrid::s4u::Engine::get_clock() < limit))
    return false; // wait_until is for later dates
  std::vector<simgrid::s4u::ExecPtr> executions;
  for (auto* host : hosts) {
    executions.push_back(simgrid::s4u::Exec::init()->set_flops_amount(work)->set_host(host));
    executions.back()->start();
  }
  if (limit == never) {
    for (const auto& execution : executions)
      execution->wait();
    return true;
  }
  bool are_done = true;
  for (const auto& execution : executions) {
    try {
      if (simgrid::s4u::Engine::get_clock() < limit)
        execution->wait_until(limit);
    } catch (const simgrid::TimeoutException&) { // the remaining work says whether it is done
    }
    // An execution that ends at the limit may have a little work left, since dates are rounded.
    are_done = are_done && execution->get_remaining() <= clock_rounding * execution->get_host()->get_speed();
    execution->cancel();
  }
  return are_done;
}

inline Iterations Iterations::of(const Task& task, const Extensions& extensions, int number) {
  const auto* application = multicluster::application_in(extensions);
  if (application == nullptr)
    return task.is_delay ? Iterations{1, 0, task.length} : Iterations{number, task.work, 0};
  const Seconds dedicated = application->computation + application->communication;
  const FlopsPerSecond reference = task.reference_speed > 0 ? task.reference_speed : task.work / dedicated;
  return {number, application->computation * reference, application->communication};
}

inline std::optional<Seconds> Iterations::run(const std::vector<simgrid::s4u::Host*>& hosts, Seconds start,
                                              Seconds limit, const std::function<double()>& slowdown) const {
  const auto* slowest = *std::min_element(hosts.begin(), hosts.end(), [](const auto* a, const auto* b) {
    return a->get_speed() < b->get_speed();
  });
  const Seconds computing_alone = work / slowest->get_speed(), exchanging_alone = exchange / number;
  // The time that other jobs cost the job. The rest of its run time is not read from the clock, which rounds.
  Seconds delayed = 0;
  for (int i = 0; i < number; ++i) {
    const Seconds begun = simgrid::s4u::Engine::get_clock();
    if (work > 0 && !compute(hosts, work / number, limit))
      return std::nullopt;
    const Seconds computed = simgrid::s4u::Engine::get_clock();
    const Seconds late = computed - begun - computing_alone / number;
    const Seconds exchanging = exchanging_alone * std::max(1.0, slowdown());
    delayed += (std::abs(late) > clock_rounding ? late : 0) + (exchanging - exchanging_alone);
    simgrid::s4u::this_actor::sleep_until(std::min(computed + exchanging, limit));
    if (computed + exchanging > limit + clock_rounding)
      return std::nullopt;
  }
  return start + (computing_alone + exchange + delayed);
}

} // namespace malha::cluster
