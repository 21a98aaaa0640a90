// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

#include <simgrid/s4u.hpp>

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
  /// nothing when it does not come to its end before `limit`. All that it computes is ended then.
  std::optional<Seconds> run(const std::vector<simgrid::s4u::Host*>& hosts, Seconds start,
                             Seconds limit) const;
};

} // namespace malha::cluster
