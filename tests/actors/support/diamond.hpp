// SPDX-License-Identifier: MIT
#pragma once
#include "scripted_run.hpp"

namespace malha::testing {

/// Task 0 precedes 1 and 2, which precede 3. They take 10, 20, 30 and 10 s on a host of 1 flop/s. Each makes
/// a file of 2 B, which all of its children read.
inline Job diamond() {
  Job job = job_of(0, {task_of(10), task_of(20), task_of(30), task_of(10)});
  job.precedences = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  auto details = std::make_shared<DagDetails>();
  details->names = {"split", "left", "right", "join"};
  details->files = {{2, {0}, {1, 2}}, {2, {1}, {3}}, {2, {2}, {3}}};
  job.details = details;
  return job;
}

} // namespace malha::testing
