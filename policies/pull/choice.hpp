// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/plugin.hpp"

namespace malha::pull {

/// A job in the space, as its JOB tuple describes it.
struct OfferedJob {
  JobId id;
  std::int64_t ticket; ///< its place in line
  std::int64_t tasks;  ///< number of tasks with which it was submitted
};

struct ChoiceView {
  int resource_class;                  ///< class of the resource that asks, from `classes_of`
  const std::vector<OfferedJob>& jobs; ///< in any order
};

/// A task of that job and class, for which a resource looks.
struct Wanted {
  JobId job;
  int task_class;

  friend bool operator==(const Wanted& a, const Wanted& b) {
    return a.job == b.job && a.task_class == b.task_class;
  }
};

/// Which task of which job does a free resource take? Both sides must agree on classes: the broker asks for
/// the classes of the tasks of a job, and each resource for those of all resources of the grid.
class Choice : public Policy {
public:
  static constexpr const char* question = "pull/choice";
  /// The class of each amount, from 1. Amounts are the works of the tasks of a job, or the speeds of all
  /// resources.
  virtual std::vector<int> classes_of(const std::vector<double>& amounts) = 0;
  /// What the resource looks for, one after the other, until it finds a task.
  virtual std::vector<Wanted> wanted(const ChoiceView& view) = 0;
};

} // namespace malha::pull
