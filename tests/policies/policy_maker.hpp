// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "tests/support/catalog.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace malha::test {

using testing::shipped_catalog;

/// The policy of that name, from its shared object; parameters that are not given have their defaults.
template <class Question>
std::unique_ptr<Question> make(const std::string& name,
                               const std::map<std::string, std::string>& parameters = {}) {
  static RandomStreams random(0);
  const auto& policy = shipped_catalog().policy(name, Question::question);
  auto made = policy.make(Parameters(policy.parameters, parameters), random);
  return std::unique_ptr<Question>(static_cast<Question*>(made.release()));
}

/// Tasks 0, 1, … of these weights.
inline std::vector<Task> tasks_of(const std::vector<Flops>& works) {
  std::vector<Task> tasks(works.size());
  for (std::size_t i = 0; i < works.size(); ++i) {
    tasks[i].id = static_cast<TaskId>(i);
    tasks[i].work = works[i];
  }
  return tasks;
}

/// The same in the order a host keeps its ready tasks in: lightest first, among equals the highest id first.
inline std::vector<Task> ready_tasks_of(const std::vector<Flops>& works) {
  auto tasks = tasks_of(works);
  std::sort(tasks.begin(), tasks.end(),
            [](const Task& a, const Task& b) { return a.work != b.work ? a.work < b.work : a.id > b.id; });
  return tasks;
}

using Ids = std::vector<TaskId>;
using Positions = std::vector<std::size_t>;

/// What positions in a list of tasks stand for.
inline Ids ids_at(const Positions& positions, const std::vector<Task>& tasks) {
  Ids ids;
  for (const auto position : positions)
    ids.push_back(tasks.at(position).id);
  return ids;
}

} // namespace malha::test
