// SPDX-License-Identifier: MIT
#pragma once
#include "actors/easygrid/dag/model/application.hpp"

#include <gtest/gtest.h>

namespace malha::easygrid::dag {

/// A plan that is given: the hosts of the tasks, and starts 0, 1, 2, … s in their order.
struct GivenPlan : workflow::Planner {
  explicit GivenPlan(std::vector<int> of_tasks) : hosts(std::move(of_tasks)) {}

  std::vector<workflow::Placement> plan(const workflow::PlanView& view) override {
    std::vector<workflow::Placement> placements;
    Seconds start = view.submitted;
    for (std::size_t task = 0; task < hosts.size(); ++task) {
      const Seconds time = view.run_times.of(static_cast<int>(task), hosts[task]);
      placements.push_back({hosts[task], start, start + time});
      start += time;
    }
    return placements;
  }

  std::vector<int> hosts;
};

/// Tasks of 10 flop each, and the files that they make: size, maker, readers.
struct GivenFile {
  Bytes size;
  TaskId maker;
  std::vector<TaskId> readers;
};
inline Job job_with(TaskId first, std::size_t tasks, const std::vector<GivenFile>& files) {
  Job job;
  auto details = std::make_shared<DagDetails>();
  for (std::size_t i = 0; i < tasks; ++i) {
    Task task;
    task.id = first + static_cast<TaskId>(i);
    task.work = 10;
    job.tasks.push_back(task);
    details->names.emplace_back("task");
  }
  for (const auto& file : files) {
    details->files.push_back({file.size, {}, file.readers});
    if (file.maker >= 0)
      details->files.back().producers.push_back(file.maker);
    for (const TaskId reader : file.readers)
      if (file.maker >= 0)
        job.precedences.emplace_back(first + file.maker, first + reader);
  }
  job.details = details;
  return job;
}

/// Hosts 0 and 1 are of site 0, hosts 2 and 3 of site 1. All give 1 flop/s, and data take no time.
inline Application application_of(std::size_t tasks, const std::vector<GivenFile>& files,
                                  const std::vector<int>& hosts) {
  Application made({1, 1, 1, 1}, {0, 0, 1, 1}, workflow::Network(4, 0, 1e30));
  GivenPlan plan(hosts);
  made.add(job_with(0, tasks, files), plan, 0);
  return made;
}

} // namespace malha::easygrid::dag
