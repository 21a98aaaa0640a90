// SPDX-License-Identifier: MIT
#pragma once
#include "reference_pool_metrics.hpp"

#include <sstream>
#include <string>

/// Pools that can be followed by hand, and what the plain pool does with them, in words.
namespace malha::testing::reference_pool {

using Lines = std::vector<std::string>;

/// Machine i has 1 flop/s and the owner owners[i]. Decisions are at 0, 20, 40 … and negotiations at 10, 30,
/// 50 …, and tasks are visible at once, where a test does not say otherwise.
inline Input pool(const std::vector<std::size_t>& owners, std::size_t users, const std::vector<Task>& tasks) {
  Input input;
  for (const std::size_t owner : owners)
    input.machines.push_back({1, owner});
  input.users = users;
  input.tasks = tasks;
  input.submission_delay = 0;
  return input;
}

/// "2 on 1: 10-40 preempted": task, machine, dates and outcome.
inline Lines attempts(const Output& output) {
  static const Lines outcomes{"completed", "preempted", "suspended", "failed"};
  Lines lines;
  for (const Attempt& one : output.attempts) {
    std::ostringstream line;
    line << one.task << " on " << one.machine << ": " << one.start << "-" << one.end << " "
         << outcomes[static_cast<std::size_t>(one.outcome)];
    lines.push_back(line.str());
  }
  return lines;
}

/// "40: 2 on 2 for 1": date, task, machine and whom it is kept for.
inline Lines stops(const Output& output) {
  Lines lines;
  for (const Stop& one : output.stops) {
    std::ostringstream line;
    line << one.date << ": " << one.task << " on " << one.machine << " for " << one.kept_for;
    lines.push_back(line.str());
  }
  return lines;
}

/// "10: 0 on 0": date, task and machine.
inline Lines starts(const Output& output) {
  Lines lines;
  for (const Start& one : output.starts) {
    std::ostringstream line;
    line << one.date << ": " << one.task << " on " << one.machine;
    lines.push_back(line.str());
  }
  return lines;
}

/// Both users own one machine. At 40 task 1 stops for task 2.
inline Input one_preemption() { return pool({0, 1}, 2, {{0, 200, 0}, {0, 200, 0}, {1, 50, 35}}); }

} // namespace malha::testing::reference_pool
