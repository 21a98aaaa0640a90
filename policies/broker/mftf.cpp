// SPDX-License-Identifier: MIT
// Most Fit Task First: each free resource gets the task whose run time there, W / S, is nearest to the
// expected one, E = mean work of all tasks submitted / mean speed of all resources (wang2005); its fitness is
// 100000 / (1 + |W / S - E|). So fast resources get heavy tasks and slow ones light tasks. Ties: resources go
// by number; tasks of equal fitness, as rounded, by lowest id.
#include "untaken.hpp"

#include <cmath>

namespace malha::broker {
namespace {

/// The fittest task so far for one resource.
class Fittest {
public:
  Fittest(FlopsPerSecond speed, Seconds expected) : speed_(speed), expected_(expected) {}

  const Task* task() const { return task_; }
  void consider(const Task& task) {
    const double fitness = fitness_at(std::abs(run_time(task, speed_) - expected_));
    if (task_ == nullptr || fitness > fitness_ || (fitness == fitness_ && task.id < task_->id)) {
      task_ = &task;
      fitness_ = fitness;
    }
  }
  /// Whether a task of that work, or of one that is farther from the ideal, can be as fit. Rounding moves a
  /// run time by less than the slack.
  bool may_be_beaten_at(Flops work) const {
    const Seconds time = work / speed_,
                  slack = 8 * std::numeric_limits<double>::epsilon() * (time + expected_);
    return task_ == nullptr || fitness_at(std::max(0.0, std::abs(time - expected_) - slack)) >= fitness_;
  }

private:
  static double fitness_at(Seconds distance) { return 100000 / (1 + distance); }

  FlopsPerSecond speed_;
  Seconds expected_;
  const Task* task_ = nullptr;
  double fitness_ = 0;
};

class Mftf : public Assign {
public:
  std::vector<Assignment> assign(const AssignmentView& view) override {
    const Seconds expected = view.mean_work / view.mean_speed;
    Untaken waiting(view.waiting);
    std::vector<Assignment> given;
    for (const auto& interval : view.free.intervals())
      for (int resource = interval.first; resource <= interval.last && !waiting.empty(); ++resource) {
        const auto speed = view.resources[static_cast<std::size_t>(resource)].speed;
        const Task& task = fittest(waiting, speed, expected);
        given.push_back({task.id, resource});
        waiting.take(task);
      }
    return given;
  }

private:
  /// From the work that would take the expected time to both sides.
  static const Task& fittest(Untaken& waiting, FlopsPerSecond speed, Seconds expected) {
    const Flops ideal = expected * speed;
    Fittest best(speed, expected);
    for (auto* task = waiting.from(ideal); task != nullptr && best.may_be_beaten_at(task->work);
         task = waiting.above(task->work))
      best.consider(*task);
    for (auto* task = waiting.below(ideal); task != nullptr && best.may_be_beaten_at(task->work);
         task = waiting.below(task->work))
      best.consider(*task);
    return *best.task();
  }
};

} // namespace

MALHA_POLICY(policy<Mftf>("broker/mftf",
                          "gives each free resource the task whose run time there is nearest to the mean",
                          "wang2005 (MFTF)"))

} // namespace malha::broker
