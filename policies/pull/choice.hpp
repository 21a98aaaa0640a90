// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"
#include "policies/sdk/plugin.hpp"

namespace malha::pull {

/// A job in the space, from its JOB tuple.
struct OfferedJob {
  JobId id;
  std::int64_t ticket; ///< order of submission
  std::int64_t tasks;  ///< number of tasks with which it was submitted
};

struct ChoiceView {
  int resource_class;                  ///< class of the resource that asks, from `classes_of`
  const std::vector<OfferedJob>& jobs; ///< in any order
};

/// A task that a resource wants, by job and class.
struct Wanted {
  JobId job;
  int task_class;

  friend bool operator==(const Wanted& a, const Wanted& b) {
    return a.job == b.job && a.task_class == b.task_class;
  }
};

/// Which task of which job does a free resource take? Broker and resources use the same classes: the broker
/// asks for the classes of the tasks of a job, and each resource for the classes of all resources of the
/// grid.
class Choice : public Policy {
public:
  static constexpr const char* question = "pull/choice";
  /// Computes the class of each amount, from 1. Amounts are the works of the tasks of a job, or the speeds of
  /// all resources.
  virtual std::vector<int> classes_of(const std::vector<double>& amounts) = 0;
  /// Lists what the resource wants: it takes the first task that it finds in this order.
  virtual std::vector<Wanted> wanted(const ChoiceView& view) = 0;

  /// Whether one resource may ask for the classes of all: see `ChoiceByAmounts`.
  bool answers_for_all() const;
};

/// A choice whose classes depend on nothing but the amounts and its parameters, and that remembers nothing of
/// them. Then not every resource of a grid asks for the classes of all resources, which would take time that
/// grows with the square of their number.
class ChoiceByAmounts : public Choice {};

inline bool Choice::answers_for_all() const { return dynamic_cast<const ChoiceByAmounts*>(this) != nullptr; }

} // namespace malha::pull
