// SPDX-License-Identifier: MIT
#pragma once
#include "scenarios/runner/conformance/books/tasks.hpp"
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

using conformance::ready_tasks_of;
using conformance::tasks_of;

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
