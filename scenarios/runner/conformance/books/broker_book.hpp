// SPDX-License-Identifier: MIT
#pragma once
#include "policies/broker/assignment.hpp"
#include "scenarios/runner/conformance/fields.hpp"

#include <algorithm>
#include <optional>

namespace malha::conformance {

/// The book of a broker, for views and tests. Resources are up and free, and tasks have ids 0, 1, …
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
  /// Adds a task of which `copies` run.
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

/// A view of a broker: in half of the views few speeds and works, so that ties occur; some resources busy,
/// shared, or down; ids in no relation to works. Views of one Draw have the same number of resources.
class GivenBrokerBook {
public:
  explicit GivenBrokerBook(int most_tasks = 40) : most_tasks_(most_tasks) {}

  void fields(Fields& field, Draw& draw);
  /// The book at a date that lies the time of the view after `before`.
  BrokerBook book(Seconds before) const;

private:
  struct Resource {
    FlopsPerSecond speed = 1;
    double load = 0;
    bool is_down = false;
    std::optional<Seconds> busy_for = {}; ///< below 0: it is late; nothing: it is free
  };
  struct GivenTask {
    Flops work = 1;
    int copies = 0; ///< that run; 0: it waits
  };

  int most_tasks_;
  Seconds after_ = 0;
  std::vector<Resource> resources_;
  std::vector<GivenTask> tasks_;
  Flops mean_work_ = 0;
};

} // namespace malha::conformance
