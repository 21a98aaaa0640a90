// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/job.hpp"

namespace malha::broker {

/// What a broker knows of the waiting tasks of DAGs. A task that gets a resource first waits there for its
/// data, then it runs.
class DagTimes {
public:
  virtual ~DagTimes() = default;
  /// How long the task would wait for its data if it got the resource now, in s.
  virtual Seconds wait(const Task& task, int resource, Seconds now) const = 0;
  /// The date at which its data would be there if each file had left for the resource when it was made.
  virtual Seconds data_at(const Task& task, int resource) const = 0;
  /// The expected run time of the task there, in s.
  virtual Seconds run_time(const Task& task, int resource) const = 0;
  /// The date at which its last parent ended; without parents that of its submission.
  virtual Seconds ready_since(const Task& task) const = 0;
  /// The length of the longest path from the task to an exit, in mean run times and mean transfers, in s
  /// (rank_u of topcuoglu2002, equation 8).
  virtual double rank(const Task& task) const = 0;
  /// 0 of a task without parents, or else one more than the greatest level of a parent.
  virtual int level(const Task& task) const = 0;
  /// The lowest level of its DAG in which a task has not ended.
  virtual int lowest_level(const Task& task) const = 0;
};

} // namespace malha::broker
