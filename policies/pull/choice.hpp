// SPDX-License-Identifier: MIT
#pragma once
#include "../sdk/job.hpp"
#include "../sdk/plugin.hpp"

namespace malha::pull {

/// A job that is in the space, as its JOB tuple says.
struct OfferedJob {
  JobId id;
  std::int64_t ticket; ///< its place in line
  std::int64_t tasks;  ///< that it was submitted with
};

struct ChoiceView {
  int resource_class;                  ///< of the one that asks, as `classes_of` gave it
  const std::vector<OfferedJob>& jobs; ///< in any order
};

/// "A task of that job and class": what a resource looks for.
struct Wanted {
  JobId job;
  int task_class;

  friend bool operator==(const Wanted& a, const Wanted& b) {
    return a.job == b.job && a.task_class == b.task_class;
  }
};

/// Which job, which task does a resource that is free take? The two sides must agree on classes: the broker
/// asks for those of the tasks of a job, each resource for those of all resources of the grid.
class Choice : public Policy {
public:
  static constexpr const char* question = "pull/choice";
  /// The class, from 1, of each amount among all of them: of the work of tasks, or the speed of resources.
  virtual std::vector<int> classes_of(const std::vector<double>& amounts) = 0;
  /// What to try, one after the other, until a task is there.
  virtual std::vector<Wanted> wanted(const ChoiceView& view) = 0;
};

} // namespace malha::pull
