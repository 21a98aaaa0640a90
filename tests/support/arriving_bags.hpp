// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/arrivals.hpp"

#include <vector>

namespace malha::testing {

/// Bags of tasks that arrive, with the ids that a run gives their tasks. A `Bag` has the date at which it is
/// `submitted`, and the `works` of its tasks.
template <class Bag>
class ArrivingBags : public Arrivals {
public:
  explicit ArrivingBags(const std::vector<Bag>& bags) : bags_(bags) {}

  Seconds next() override { return more() ? bags_[next_].submitted : never; }
  bool more() override { return next_ < bags_.size(); }
  Job take() override {
    Job job;
    job.id = static_cast<JobId>(next_);
    job.submitted = next();
    for (const Flops work : bags_[next_++].works) {
      Task& task = job.tasks.emplace_back();
      task.id = tasks_++;
      task.job = job.id;
      task.submitted = job.submitted;
      task.work = work;
    }
    return job;
  }
  /// That have arrived.
  TaskId tasks() const { return tasks_; }

private:
  const std::vector<Bag>& bags_;
  std::size_t next_ = 0;
  TaskId tasks_ = 0;
};

} // namespace malha::testing
