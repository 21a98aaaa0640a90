// SPDX-License-Identifier: MIT
#include "application.hpp"

#include "actors/model/dag_graph.hpp"
#include "actors/model/ready_tasks.hpp"

#include <algorithm>
#include <tuple>

namespace malha::easygrid::dag {

void Application::add(Job job, workflow::Planner& planner, Seconds now) {
  graph_of(job); // it refuses cycles by their tasks
  const auto shared = std::make_shared<const Job>(std::move(job));
  Part part{shared, graph_with_data(*shared), {}, {}, {}, {}};
  std::vector<Flops> works;
  for (const auto& task : shared->tasks)
    works.push_back(task.work);
  const workflow::RunTimes run_times(std::move(works), speeds_);
  std::vector<workflow::Busy> busy;
  for (const auto& other : parts_)
    for (const auto& placement : other.plan)
      if (placement.end > now)
        busy.push_back({placement.resource, placement.start, placement.end});
  part.plan = checked_plan(planner, shared->id, part.graph, run_times, network_, now, std::move(busy));
  if (part.plan.empty())
    throw BrokenPlan("job " + std::to_string(shared->id) +
                     ": there is no plan, and EasyGrid distributes the tasks of DAGs by one");
  put_in_line(part);
  place_files(part);
  parts_.push_back(std::move(part));
}

/// Equal dates of tasks without work are in the order of the graph.
void Application::put_in_line(Part& part) {
  const auto key = [&](int task) {
    const auto& at = part.plan[static_cast<std::size_t>(task)];
    return std::tuple(at.start, at.end, part.graph.place(task));
  };
  auto tasks = part.graph.order();
  std::sort(tasks.begin(), tasks.end(), [&](int a, int b) { return key(a) < key(b); });
  part.line.resize(tasks.size());
  for (std::size_t place = 0; place < tasks.size(); ++place)
    part.line[static_cast<std::size_t>(tasks[place])] = static_cast<int>(place);
}

void Application::place_files(Part& part) {
  const auto& job = *part.job;
  part.made.resize(job.tasks.size());
  if (job.details == nullptr) {
    for (const auto& task : job.tasks)
      part.external.push_back(task.input);
    return;
  }
  part.external.resize(job.tasks.size());
  for (std::size_t file = 0; file < job.details->files.size(); ++file) {
    const auto& one = job.details->files[file];
    for (const TaskId maker : one.producers)
      part.made[static_cast<std::size_t>(maker)].push_back(static_cast<int>(file));
    if (one.producers.empty())
      for (const TaskId reader : one.consumers)
        part.external[static_cast<std::size_t>(reader)] += one.size;
  }
}

const Application::Part& Application::part(TaskId id) const {
  const auto after = std::upper_bound(parts_.begin(), parts_.end(), id, [](TaskId sought, const Part& one) {
    return sought < one.job->tasks.front().id;
  });
  return *std::prev(after);
}

const Task& Application::task(TaskId id) const {
  const Part& of = part(id);
  return of.job->tasks[static_cast<std::size_t>(number(of, id))];
}

std::vector<Relative> Application::relatives(TaskId id, workflow::Graph::Links links) const {
  const TaskId first = part(id).job->tasks.front().id;
  std::vector<Relative> found;
  for (const auto& link : links)
    found.push_back({first + link.task, link.data});
  return found;
}

std::vector<Relative> Application::parents(TaskId id) const {
  const Part& of = part(id);
  return relatives(id, of.graph.parents(number(of, id)));
}

std::vector<Relative> Application::children(TaskId id) const {
  const Part& of = part(id);
  return relatives(id, of.graph.children(number(of, id)));
}

int Application::level(TaskId id) const {
  const Part& of = part(id);
  return of.graph.level(number(of, id));
}

const workflow::Placement& Application::planned(TaskId id) const {
  const Part& of = part(id);
  return of.plan[static_cast<std::size_t>(number(of, id))];
}

bool Application::comes_before(TaskId a, TaskId b) const {
  const Part &of_a = part(a), &of_b = part(b);
  const auto number_a = static_cast<std::size_t>(number(of_a, a));
  const auto number_b = static_cast<std::size_t>(number(of_b, b));
  if (&of_a == &of_b)
    return of_a.line[number_a] < of_b.line[number_b];
  const auto &at_a = of_a.plan[number_a], &at_b = of_b.plan[number_b];
  return std::tuple(at_a.start, at_a.end, a) < std::tuple(at_b.start, at_b.end, b);
}

Bytes Application::made_for(TaskId maker, const std::vector<TaskId>& readers) const {
  const Part& of = part(maker);
  const TaskId first = of.job->tasks.front().id;
  Bytes sum = 0;
  for (const int number : of.made[static_cast<std::size_t>(maker - first)]) {
    const auto& file = of.job->details->files[static_cast<std::size_t>(number)];
    const auto reads = [&](TaskId reader) {
      return std::find(file.consumers.begin(), file.consumers.end(), reader - first) != file.consumers.end();
    };
    if (std::any_of(readers.begin(), readers.end(), reads))
      sum += file.size;
  }
  return sum;
}

Bytes Application::carried(TaskId id, const std::vector<TaskId>& has) const {
  const Part& of = part(id);
  Bytes sum = of.external[static_cast<std::size_t>(number(of, id))];
  for (const TaskId maker : has)
    sum += made_for(maker, {id});
  return sum;
}

} // namespace malha::easygrid::dag
