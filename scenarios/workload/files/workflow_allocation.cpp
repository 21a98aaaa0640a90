// SPDX-License-Identifier: MIT
#include "workflow_allocation.hpp"
#include "policies/workflow/precedences.hpp"
#include "policies/workflow/ranks.hpp"

#include <queue>

namespace malha {
namespace {

/// The date at which the last task ends, if the ready task with the longest way to an exit comes first.
Seconds makespan(const workflow::Graph& graph, const std::vector<Seconds>& times, int nodes) {
  const auto ways = workflow::longest_to_exit(graph, times, [](Bytes) { return 0.0; });
  const auto comes_later = [&](int one, int other) {
    const Seconds way = ways[static_cast<std::size_t>(one)],
                  other_way = ways[static_cast<std::size_t>(other)];
    return way != other_way ? way < other_way : graph.place(one) > graph.place(other);
  };
  std::priority_queue<int, std::vector<int>, decltype(comes_later)> ready(comes_later);
  std::vector<std::size_t> open;
  for (int task = 0; task < graph.tasks(); ++task) {
    open.push_back(graph.parents(task).size());
    if (open.back() == 0)
      ready.push(task);
  }
  using End = std::pair<Seconds, int>;
  std::priority_queue<End, std::vector<End>, std::greater<>> running;
  Seconds now = 0;
  while (true) {
    for (; !ready.empty() && running.size() < static_cast<std::size_t>(nodes); ready.pop())
      running.emplace(now + times[static_cast<std::size_t>(ready.top())], ready.top());
    if (running.empty())
      return now;
    now = running.top().first;
    for (; !running.empty() && running.top().first == now; running.pop())
      for (const auto& child : graph.children(running.top().second))
        if (--open[static_cast<std::size_t>(child.task)] == 0)
          ready.push(child.task);
  }
}

} // namespace

Job in_one_allocation(const Job& dag, int nodes, FlopsPerSecond speed) {
  std::vector<Seconds> times;
  for (const auto& task : dag.tasks)
    times.push_back(run_time(task, speed));
  Task all;
  all.resources = nodes;
  all.length = makespan(workflow::precedences_of(dag), times, nodes);
  all.reference_speed = speed;
  all.work = all.length * speed;
  Job job = dag;
  job.tasks = {all};
  job.precedences.clear();
  job.details = nullptr;
  return job;
}

} // namespace malha
