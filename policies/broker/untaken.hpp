// SPDX-License-Identifier: MIT
#pragma once
#include "assignment.hpp"

#include <limits>
#include <unordered_map>

namespace malha::broker {

/// The waiting tasks by work, without those that were taken here. Tasks of equal work count as one: only the
/// lowest id of them is seen. Each step is a search in the order by work, and skips what was taken.
class Untaken {
public:
  explicit Untaken(const WaitingTasks& waiting)
      : waiting_(waiting), tasks_(waiting.by_work()), left_(waiting.size()) {}

  bool empty() const { return left_ == 0; }
  bool has(const Task& task) const { return up_.count(&task) == 0; }

  /// The lightest task of at least that work; null if there is none.
  const Task* from(Flops work) { return seen(up(waiting_.from(work).begin())); }
  /// The lightest task of more work; null if there is none.
  const Task* above(Flops work) { return seen(up(waiting_.above(work).begin())); }
  /// The heaviest task of less work; null if there is none.
  const Task* below(Flops work) { return lowest_of(down(waiting_.from(work).begin())); }
  const Task* lightest() { return seen(up(tasks_.begin())); }
  const Task* heaviest() { return lowest_of(down(tasks_.end())); }

  /// The task of the largest `fitness(task)`, ties by lowest id; null if all are taken. Fitness falls with
  /// the distance from `ideal`. So the search goes from there to both sides, until `bound(work)`, which no
  /// task of that work or farther away exceeds, is below the best.
  template <class Fitness, class Bound>
  const Task* fittest(Flops ideal, const Fitness& fitness, const Bound& bound) {
    const Task* best = nullptr;
    double best_fitness = 0;
    const auto may_improve = [&](const Task* task) {
      return task != nullptr && (best == nullptr || bound(task->work) >= best_fitness);
    };
    const auto consider = [&](const Task& task) {
      const double fit = fitness(task);
      if (best != nullptr && (fit < best_fitness || (fit == best_fitness && task.id > best->id)))
        return;
      best = &task;
      best_fitness = fit;
    };
    for (auto* task = from(ideal); may_improve(task); task = above(task->work))
      consider(*task);
    for (auto* task = below(ideal); may_improve(task); task = below(task->work))
      consider(*task);
    return best;
  }

  /// Takes a task that was seen here.
  void take(const Task& task) {
    const auto place = waiting_.place_by_work(task);
    up_.emplace(&task, std::next(place));
    down_.emplace(&task, place);
    --left_;
  }

private:
  using Place = WaitingTasks::IteratorByWork;
  /// For each taken task the place at which to continue.
  using Links = std::unordered_map<const Task*, Place>;

  const Task* seen(const Place& place) const { return place != tasks_.end() ? &*place : nullptr; }
  const Task* lowest_of(const Place& behind) {
    return behind != tasks_.begin() ? from(std::prev(behind)->work) : nullptr;
  }

  /// The first place from `place` on whose task is not taken; the end if there is none.
  Place up(Place place) {
    Place last = place;
    for (auto link = up_.end(); last != tasks_.end() && (link = up_.find(&*last)) != up_.end();)
      last = link->second;
    while (place != last) // the next search needs one step
      place = std::exchange(up_.at(&*place), last);
    return last;
  }

  /// The place after the last one before `behind` whose task is not taken; the beginning if there is none.
  Place down(Place behind) {
    Place last = behind;
    for (auto link = down_.end();
         last != tasks_.begin() && (link = down_.find(&*std::prev(last))) != down_.end();)
      last = link->second;
    while (behind != last)
      behind = std::exchange(down_.at(&*std::prev(behind)), last);
    return last;
  }

  const WaitingTasks& waiting_;
  const Range<Place> tasks_; ///< in order of work
  std::size_t left_;
  Links up_, down_; ///< from taken tasks
};

} // namespace malha::broker
