// SPDX-License-Identifier: MIT
#pragma once
#include "assignment.hpp"

#include <limits>
#include <unordered_map>

namespace malha::broker {

/// Waiting tasks by work, without those that were taken from here. Tasks of one work count as equal: of those
/// only the lowest id is seen. Every step takes a search in the index and jumps over what was taken.
class Untaken {
public:
  explicit Untaken(const WaitingTasks& waiting)
      : waiting_(waiting), tasks_(waiting.by_work()), left_(waiting.size()) {}

  bool empty() const { return left_ == 0; }
  bool has(const Task& task) const { return up_.count(&task) == 0; }

  /// The lightest task that is at least that heavy; null: there is none. So below.
  const Task* from(Flops work) { return seen(up(waiting_.from(work).begin())); }
  /// The lightest that is heavier.
  const Task* above(Flops work) { return seen(up(waiting_.above(work).begin())); }
  /// The heaviest that is lighter.
  const Task* below(Flops work) { return lowest_of(down(waiting_.from(work).begin())); }
  const Task* lightest() { return seen(up(tasks_.begin())); }
  const Task* heaviest() { return lowest_of(down(tasks_.end())); }

  /// The task must be one that was seen here.
  void take(const Task& task) {
    const auto place = waiting_.place_by_work(task);
    up_.emplace(&task, std::next(place));
    down_.emplace(&task, place);
    --left_;
  }

private:
  using Place = WaitingTasks::IteratorByWork;
  using Links = std::unordered_map<const Task*, Place>; ///< from tasks that were taken

  const Task* seen(Place place) const { return place != tasks_.end() ? &*place : nullptr; }
  const Task* lowest_of(Place behind) {
    return behind != tasks_.begin() ? from(std::prev(behind)->work) : nullptr;
  }

  /// The first place from here on whose task is left, or the end.
  Place up(Place place) {
    Place last = place;
    for (auto link = up_.end(); last != tasks_.end() && (link = up_.find(&*last)) != up_.end();)
      last = link->second;
    while (place != last) // whoever comes by again needs one step
      place = std::exchange(up_.at(&*place), last);
    return last;
  }

  /// Behind the last place before this one whose task is left, or the beginning.
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
  const Range<Place> tasks_; ///< by work
  std::size_t left_;
  Links up_, down_; ///< where to go on
};

} // namespace malha::broker
