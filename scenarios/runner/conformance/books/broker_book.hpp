// SPDX-License-Identifier: MIT
#pragma once
#include "policies/broker/assignment.hpp"
#include "scenarios/runner/conformance/draw.hpp"

#include <algorithm>

namespace malha::conformance {

/// The book of a broker, written by hand. Resources are up and free and tasks have ids 0, 1, … unless it says
/// otherwise.
struct BrokerBook {
  Seconds now = 0;
  std::vector<broker::Resource> resources;
  broker::WaitingTasks waiting;
  broker::RunningTasks running;
  IndexSet free;
  Flops mean_work = 0; ///< 0: of the tasks here

  BrokerBook() = default;
  BrokerBook(const std::vector<FlopsPerSecond>& speeds, const std::vector<Flops>& works) {
    for (const auto speed : speeds)
      resources.push_back({speed});
    free = IndexSet(0, static_cast<int>(speeds.size()));
    for (const auto work : works)
      wait(work);
  }

  TaskId next_id() const { return static_cast<TaskId>(waiting.size() + running.size()); }

  void wait(Flops work) { waiting.insert(task(next_id(), work)); }
  /// So many copies of one more task run.
  void run(Flops work, int copies) { running.insert({task(next_id(), work), copies}); }
  void occupy(int resource, Seconds until) {
    free.remove(IndexSet(resource, 1));
    resources.at(static_cast<std::size_t>(resource)).free_at = until;
  }
  void crash(int resource) {
    free.remove(IndexSet(resource, 1));
    resources.at(static_cast<std::size_t>(resource)).is_up = false;
  }

  broker::AssignmentView view() const {
    Flops work = 0;
    for (const auto& task : waiting)
      work += task.work;
    for (const auto& copied : running)
      work += copied.task.work;
    FlopsPerSecond speed = 0;
    for (const auto& resource : resources)
      speed += resource.speed;
    work = mean_work > 0 ? mean_work : work / static_cast<double>(std::max(next_id(), TaskId{1}));
    return {now, waiting, running, resources, free, work, speed / static_cast<double>(resources.size())};
  }

private:
  static Task task(TaskId id, Flops work) {
    Task task;
    task.id = id;
    task.work = work;
    return task;
  }
};

/// What a broker may know, as JSON: in half of the books few speeds and works, so that ties occur; some
/// resources busy, shared, or down; ids in no relation to works. Books of one Draw have the same number of
/// resources.
Json drawn_broker_book(Draw& draw, int most_tasks);
/// The book at a date that lies `after` behind `before`. Throws NoView.
BrokerBook broker_book_of(const Json& view, Seconds before);

} // namespace malha::conformance
