// SPDX-License-Identifier: MIT
// Most Fit Task First: each free resource gets the task whose run time there, W / S, is nearest to the
// expected one, E = mean work of all tasks submitted / mean speed of all resources (wang2005); its fitness is
// 100000 / (1 + |W / S - E|). So fast resources get heavy tasks and slow ones light tasks. Another reading
// expects of each task its own work / mean speed; then the lightest task fits best, whatever the resource.
// Delays take as long on every resource, so that for them all are of one speed, at which their work is told.
// Ties: resources go by number; tasks of equal fitness, as rounded, by lowest id.
#include "untaken.hpp"

#include <cmath>

namespace malha::broker {
namespace {

/// What run time is expected of a task.
struct Expectation {
  FlopsPerSecond mean_speed;
  Seconds of_all; ///< of the mean task
  bool is_own;    ///< each task its own

  Seconds of(const Task& task) const { return is_own ? run_time(task, mean_speed) : of_all; }
  Seconds of(Flops work) const { return is_own ? work / mean_speed : of_all; }
  /// The work that fits a resource of that speed best.
  Flops ideal(FlopsPerSecond speed) const { return is_own ? 0 : of_all * speed; }
};

/// The fittest task so far for one resource.
class Fittest {
public:
  Fittest(FlopsPerSecond speed, const Expectation& expected) : speed_(speed), expected_(expected) {}

  const Task* task() const { return task_; }
  void consider(const Task& task) {
    const double fitness = fitness_at(std::abs(run_time(task, speed_) - expected_.of(task)));
    if (task_ == nullptr || fitness > fitness_ || (fitness == fitness_ && task.id < task_->id)) {
      task_ = &task;
      fitness_ = fitness;
    }
  }
  /// Whether a task of that work, or of one that is farther from the ideal, can be as fit. Rounding moves a
  /// run time by less than the slack.
  bool may_be_beaten_at(Flops work) const {
    const Seconds time = work / speed_, expected = expected_.of(work),
                  slack = 8 * std::numeric_limits<double>::epsilon() * (time + expected);
    return task_ == nullptr || fitness_at(std::max(0.0, std::abs(time - expected) - slack)) >= fitness_;
  }

private:
  static double fitness_at(Seconds distance) { return 100000 / (1 + distance); }

  FlopsPerSecond speed_;
  const Expectation& expected_;
  const Task* task_ = nullptr;
  double fitness_ = 0;
};

class Mftf : public Assign {
public:
  explicit Mftf(const Parameters& parameters) : expects_own_(parameters.text("expected") == "own") {}

  std::vector<Assignment> assign(const AssignmentView& view) override {
    const auto mean_speed = speed_for(view, view.mean_speed);
    const Expectation expected{mean_speed, view.mean_work / mean_speed, expects_own_};
    Untaken waiting(view.waiting);
    auto lowest_left = view.waiting.begin();
    std::vector<Assignment> given;
    for (const int resource : view.free) {
      if (waiting.empty())
        break;
      const auto speed = speed_for(view, view.resources[static_cast<std::size_t>(resource)].speed);
      const bool all_fit_alike = expects_own_ && speed == mean_speed;
      const Task& task = all_fit_alike ? lowest(waiting, lowest_left) : fittest(waiting, speed, expected);
      given.push_back({task.id, resource});
      waiting.take(task);
    }
    return given;
  }

private:
  /// At which a resource of that speed does what waits: either all of it are delays, or nothing is.
  static FlopsPerSecond speed_for(const AssignmentView& view, FlopsPerSecond speed) {
    const auto first = view.waiting.begin();
    return !view.waiting.empty() && first->is_delay ? first->reference_speed : speed;
  }

  /// From that place on; moves it there.
  static const Task& lowest(const Untaken& waiting, WaitingTasks::Iterator& place) {
    while (!waiting.has(*place))
      ++place;
    return *place;
  }

  /// From the work that would take the expected time to both sides.
  static const Task& fittest(Untaken& waiting, FlopsPerSecond speed, const Expectation& expected) {
    const Flops ideal = expected.ideal(speed);
    Fittest best(speed, expected);
    for (auto* task = waiting.from(ideal); task != nullptr && best.may_be_beaten_at(task->work);
         task = waiting.above(task->work))
      best.consider(*task);
    for (auto* task = waiting.below(ideal); task != nullptr && best.may_be_beaten_at(task->work);
         task = waiting.below(task->work))
      best.consider(*task);
    return *best.task();
  }

  const bool expects_own_;
};

} // namespace

MALHA_POLICY(policy<Mftf>("broker/mftf",
                          "gives each free resource the task whose run time there is nearest to the mean",
                          "wang2005 (MFTF)",
                          {choice("expected", "mean", {"mean", "own"},
                                  "the run time at the mean speed that a task is held against: the mean "
                                  "task's, or its own")}))

} // namespace malha::broker
