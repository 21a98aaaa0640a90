// SPDX-License-Identifier: MIT
#pragma once
#include "mapping.hpp"

#include <boost/container/static_vector.hpp>

namespace malha::broker {

/// A waiting task and the resources that would end it first. It represents all tasks of the same work, of
/// which the lowest id is mapped first. Dates only grow while tasks are mapped. So a few of the best
/// resources are kept, and computed again when they are first. All other resources are behind a bound until
/// these few are used up.
class MappingCandidate {
public:
  MappingCandidate(const Task& task, const Mapping& mapping) : task_(&task) { refresh(mapping); }

  const Task& task() const { return *task_; }
  /// Represents the rest of the tasks by another task of the same work.
  void pass_to(const Task& task) { task_ = &task; }

  Completion least() const { return {best_.front().at, best_.front().machine}; }
  /// The time by which the task would end later on its second best resource, in s; 0 if there is none.
  Seconds sufferage() const { return sufferage_; }

  /// Updates the candidate. Call it after each mapping.
  void refresh(const Mapping& mapping) {
    const auto needed = std::min<std::size_t>(2, mapping.machines());
    for (std::size_t place = 0; place < needed;)
      if (best_.size() < needed)
        look_at_all(mapping);
      else if (best_[place].behind == mapping.ends(best_[place].machine))
        ++place;
      else
        move_back(place, mapping);
    sufferage_ = needed < 2 ? 0 : best_[1].at - best_[0].at;
  }

private:
  struct Place {
    Seconds at;     ///< date at which the task would end there
    Seconds behind; ///< end of all earlier tasks of the machine when `at` was computed
    std::size_t machine;

    friend bool operator<(const Place& a, const Place& b) {
      return a.at != b.at ? a.at < b.at : a.machine < b.machine;
    }
  };

  Place place_on(std::size_t machine, const Mapping& mapping) const {
    return {mapping.completion(*task_, machine), mapping.ends(machine), machine};
  }

  void look_at_all(const Mapping& mapping) {
    best_.clear();
    for (std::size_t machine = 0; machine < mapping.machines(); ++machine) {
      const Place here = place_on(machine, mapping);
      if (best_.size() == best_.capacity()) {
        if (!(here < best_.back()))
          continue;
        best_.pop_back();
      }
      insert(here);
    }
    bound_ = best_.back();
    all_ = best_.size() == mapping.machines();
  }

  void move_back(std::size_t place, const Mapping& mapping) {
    const Place now = place_on(best_[place].machine, mapping);
    best_.erase(best_.begin() + static_cast<std::ptrdiff_t>(place));
    if (all_ || now < bound_)
      insert(now);
  }

  void insert(const Place& place) {
    best_.insert(std::upper_bound(best_.begin(), best_.end(), place), place);
  }

  const Task* task_;
  boost::container::static_vector<Place, 16> best_; ///< sorted; the first two are up to date
  Place bound_{};                                   ///< every resource that is not in `best_` is behind it
  bool all_ = false;                                ///< every resource is in `best_`
  Seconds sufferage_ = 0;
};

/// Maps waiting tasks one by one, while one can still start now. `before(a, b)` of two candidates says which
/// is next; of equal ones the lowest task. It needs no order by work, which says nothing of tasks whose data
/// lie on some of the resources.
template <class Before>
std::vector<Assignment> map_each(const AssignmentView& view, Before before) {
  Mapping mapping(view);
  std::vector<MappingCandidate> candidates;
  if (mapping.has_idle_machine())
    for (const auto& task : view.waiting)
      candidates.emplace_back(task, mapping);
  while (mapping.has_idle_machine() && !candidates.empty()) {
    const auto first = std::min_element(candidates.begin(), candidates.end(),
                                        [&](const MappingCandidate& a, const MappingCandidate& b) {
                                          return before(a, b) || (!before(b, a) && a.task().id < b.task().id);
                                        });
    mapping.map(first->task(), first->least());
    *first = candidates.back();
    candidates.pop_back();
    for (auto& candidate : candidates)
      candidate.refresh(mapping);
  }
  return mapping.starts();
}

} // namespace malha::broker
