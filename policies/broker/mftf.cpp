// SPDX-License-Identifier: MIT
// Most Fit Task First: each free resource gets the task whose run time there, W / S, is nearest to the
// expected one, E = mean work of all tasks submitted / mean speed of all resources (wang2005); its fitness is
// 100000 / (1 + |W / S - E|). So fast resources get heavy tasks and slow ones light tasks. In another
// reading each task has its own expected run time, work / mean speed; then the lightest task fits every
// resource best. A delay takes the same time everywhere, so all resources count as equally fast. Ties:
// resources by number; tasks of equal fitness, as rounded, by lowest id.
#include "untaken.hpp"

#include <cmath>

namespace malha::broker {
namespace {

class Mftf : public Assign {
public:
  explicit Mftf(const Parameters& parameters) : expects_own_(parameters.text("expected") == "own") {}

  std::vector<Assignment> assign(const AssignmentView& view) override {
    const auto mean_speed = speed_for(view, view.mean_speed);
    Untaken waiting(view.waiting);
    auto lowest_left = view.waiting.begin();
    std::vector<Assignment> given;
    for (const int resource : view.free) {
      if (waiting.empty())
        break;
      const auto speed = speed_for(view, view.resources[static_cast<std::size_t>(resource)].speed);
      const bool all_fit_alike = expects_own_ && speed == mean_speed;
      const Task& task =
          all_fit_alike ? lowest(waiting, lowest_left) : fittest(waiting, speed, view.mean_work, mean_speed);
      given.push_back({task.id, resource});
      waiting.take(task);
    }
    return given;
  }

private:
  static double fitness(Seconds time, Seconds expected) { return 100000 / (1 + std::abs(time - expected)); }
  /// More than the fitness of any task of that run time, or farther from the expected one: rounding moves a
  /// run time by less than the slack.
  static double fitness_bound(Seconds time, Seconds expected) {
    const Seconds slack = 8 * std::numeric_limits<double>::epsilon() * (time + expected);
    return 100000 / (1 + std::max(0.0, std::abs(time - expected) - slack));
  }

  /// The speed to compare by: the reference speed if the waiting tasks are delays (all are, or none).
  static FlopsPerSecond speed_for(const AssignmentView& view, FlopsPerSecond speed) {
    const auto first = view.waiting.begin();
    return !view.waiting.empty() && first->is_delay ? first->reference_speed : speed;
  }

  /// The first waiting task at or after `place`; advances `place`.
  static const Task& lowest(const Untaken& waiting, WaitingTasks::Iterator& place) {
    while (!waiting.has(*place))
      ++place;
    return *place;
  }

  const Task& fittest(Untaken& waiting, FlopsPerSecond speed, Flops mean_work,
                      FlopsPerSecond mean_speed) const {
    const Seconds mean = mean_work / mean_speed;
    const Flops ideal = expects_own_ ? 0 : mean * speed;
    return *waiting.fittest(
        ideal,
        [&](const Task& task) {
          return fitness(run_time(task, speed), expects_own_ ? run_time(task, mean_speed) : mean);
        },
        [&](Flops work) { return fitness_bound(work / speed, expects_own_ ? work / mean_speed : mean); });
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
