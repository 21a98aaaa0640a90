// SPDX-License-Identifier: MIT
#pragma once
#include "assignment.hpp"

#include <limits>
#include <unordered_map>

namespace malha::broker {

/// The waiting tasks by work, without those that were taken here. Tasks of one work count as equal, and only
/// the lowest id of them is seen. Each step is a search in the index, and jumps over what was taken.
class Untaken {
public:
  explicit Untaken(const WaitingTasks& waiting)
      : waiting_(waiting), tasks_(waiting.by_work()), left_(waiting.size()) {}

  bool empty() const { return left_ == 0; }
  bool has(const Task& task) const { return up_.count(&task) == 0; }

  /// The lightest task of at least that work; null when there is none.
  const Task* from(Flops work) { return seen(up(waiting_.from(work).begin())); }
  /// The lightest task of more work; null when there is none.
  const Task* above(Flops work) { return seen(up(waiting_.above(work).begin())); }
  /// The heaviest task of less work; null when there is none.
  const Task* below(Flops work) { return lowest_of(down(waiting_.from(work).begin())); }
  const Task* lightest() { return seen(up(tasks_.begin())); }
  const Task* heaviest() { return lowest_of(down(tasks_.end())); }

  /// Takes a task that was seen here.
  void take(const Task& task) {
    const auto place = waiting_.place_by_work(task);
    up_.emplace(&task, std::next(place));
    down_.emplace(&task, place);
    --left_;
  }

private:
  using Place = WaitingTasks::IteratorByWork;
  /// From a task that was taken to the place to go on at.
  using Links = std::unordered_map<const Task*, Place>;

  const Task* seen(const Place& place) const { return place != tasks_.end() ? &*place : nullptr; }
  const Task* lowest_of(const Place& behind) {
    return behind != tasks_.begin() ? from(std::prev(behind)->work) : nullptr;
  }

  /// The first place, from here on, whose task is not taken; `last` when there is none.
  Place up(Place place) {
    Place last = place;
    for (auto link = up_.end(); last != tasks_.end() && (link = up_.find(&*last)) != up_.end();)
      last = link->second;
    while (place != last) // whoever comes by again needs one step
      place = std::exchange(up_.at(&*place), last);
    return last;
  }

  /// The place after the last one before `behind` whose task is not taken; the beginning when there is none.
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
  Links up_, down_; ///< where to go on from tasks that were taken
};

} // namespace malha::broker
