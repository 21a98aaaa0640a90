// SPDX-License-Identifier: MIT
// The planners of workflows once more: plain and slow, from their rules, and without the code of the
// planners.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace malha::testing::reference_workflow {

using Row = std::vector<double>;
using Rows = std::vector<Row>;

struct Edge {
  std::size_t from, to;
  double data;
};

/// On a resource, from its start to its end.
struct Place {
  std::size_t resource;
  double start, end;
};

/// One workflow and its resources, all given by numbers from 0.
struct Instance {
  std::size_t tasks = 0, resources = 0;
  std::vector<Edge> edges;
  Row works, speeds;            ///< these, or
  Rows run_times;               ///< a row for each task
  double latency = 0, rate = 1; ///< these, or
  Rows latencies, rates;        ///< a row for each sender
  double submitted = 0;
  std::vector<Place> busy;
};

/// The greatest element: the first of equal ones.
inline std::size_t place_of_greatest(const Row& row) {
  return static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
}
inline std::size_t place_of_least(const Row& row) {
  return static_cast<std::size_t>(std::min_element(row.begin(), row.end()) - row.begin());
}

/// Whether two ranks are the same but for rounding.
inline bool is_near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

/// What is known of a workflow before any task has a place.
class Costs {
public:
  explicit Costs(const Instance& instance) : in(instance), data(in.tasks, Row(in.tasks, -1)) {
    for (const auto& edge : in.edges) {
      auto& sum = data[edge.from][edge.to];
      sum = std::max(sum, 0.0) + edge.data;
    }
    std::vector<bool> is_done(in.tasks);
    while (order.size() < in.tasks)
      for (std::size_t task = 0; task < in.tasks; ++task) {
        const auto above = parents(task);
        if (is_done[task] || !std::all_of(above.begin(), above.end(), [&](auto u) { return is_done[u]; }))
          continue;
        is_done[task] = true;
        order.push_back(task);
        break; // the lowest number is always next
      }
  }

  std::vector<std::size_t> children(std::size_t task) const {
    std::vector<std::size_t> found;
    for (std::size_t other = 0; other < in.tasks; ++other)
      if (data[task][other] >= 0)
        found.push_back(other);
    return found;
  }
  std::vector<std::size_t> parents(std::size_t task) const {
    std::vector<std::size_t> found;
    for (std::size_t other = 0; other < in.tasks; ++other)
      if (data[other][task] >= 0)
        found.push_back(other);
    return found;
  }

  double time(std::size_t task, std::size_t resource) const {
    return in.run_times.empty() ? in.works[task] / in.speeds[resource] : in.run_times[task][resource];
  }
  Row times(std::size_t task) const {
    Row row;
    for (std::size_t resource = 0; resource < in.resources; ++resource)
      row.push_back(time(task, resource));
    return row;
  }
  double mean_time(std::size_t task) const {
    double sum = 0;
    for (const double one : times(task))
      sum += one;
    return sum / double(in.resources);
  }
  double median_time(std::size_t task) const {
    auto row = times(task);
    std::sort(row.begin(), row.end());
    const auto half = row.size() / 2;
    return row.size() % 2 == 1 ? row[half] : (row[half - 1] + row[half]) / 2;
  }

  double transfer(std::size_t parent, std::size_t child, std::size_t from, std::size_t to) const {
    const double bytes = data[parent][child];
    if (from == to || bytes == 0)
      return 0;
    return in.latencies.empty() ? in.latency + bytes / in.rate
                                : in.latencies[from][to] + bytes / in.rates[from][to];
  }
  double mean_transfer(std::size_t parent, std::size_t child) const {
    if (in.resources == 1 || data[parent][child] == 0)
      return 0;
    if (in.latencies.empty())
      return transfer(parent, child, 0, 1);
    double sum = 0;
    for (std::size_t from = 0; from < in.resources; ++from)
      for (std::size_t to = 0; to < in.resources; ++to)
        sum += transfer(parent, child, from, to);
    return sum / double(in.resources * (in.resources - 1));
  }

  /// Of each task, its time and the longest way from its end to the end of an exit.
  Row longest_ways(const std::function<double(std::size_t)>& time_of, bool counts_transfers) const {
    Row ways(in.tasks);
    for (auto i = in.tasks; i-- > 0;) {
      const auto task = order[i];
      double longest = 0;
      for (const auto child : children(task))
        longest = std::max(longest, (counts_transfers ? mean_transfer(task, child) : 0) + ways[child]);
      ways[task] = time_of(task) + longest;
    }
    return ways;
  }
  Row upward_ranks() const {
    return longest_ways([this](std::size_t task) { return mean_time(task); }, true);
  }
  Row downward_ranks() const {
    Row ranks(in.tasks, 0);
    for (const auto task : order)
      for (const auto parent : parents(task))
        ranks[task] = std::max(ranks[task], ranks[parent] + mean_time(parent) + mean_transfer(parent, task));
    return ranks;
  }
  /// The optimistic cost table of PEFT: a row for each task.
  Rows optimistic_costs() const {
    Rows table(in.tasks, Row(in.resources, 0));
    for (auto i = in.tasks; i-- > 0;)
      for (std::size_t here = 0; here < in.resources; ++here)
        for (const auto child : children(order[i])) {
          Row ways;
          for (std::size_t there = 0; there < in.resources; ++there)
            ways.push_back(table[child][there] + time(child, there) +
                           (here == there ? 0 : mean_transfer(order[i], child)));
          auto& cost = table[order[i]][here];
          cost = std::max(cost, *std::min_element(ways.begin(), ways.end()));
        }
    return table;
  }
  /// Greatest first. Of equal ranks, the task that is first in topological order.
  std::vector<std::size_t> by_rank(const Row& ranks) const {
    auto sorted = order;
    std::stable_sort(sorted.begin(), sorted.end(), [&](auto a, auto b) { return ranks[a] > ranks[b]; });
    return sorted;
  }

  const Instance& in;
  Rows data;                      ///< from each task to each; -1: no edge
  std::vector<std::size_t> order; ///< topological
};

constexpr auto nowhere = static_cast<std::size_t>(-1);

/// Places of some tasks.
struct Plan {
  Plan(const Costs& the_costs, bool fills_gaps)
      : costs(the_costs), inserts(fills_gaps), places(costs.in.tasks, Place{nowhere, 0, 0}),
        taken(costs.in.busy) {}

  bool has(std::size_t task) const { return places[task].resource != nowhere; }

  double end_of_last(std::size_t resource) const {
    double last = 0;
    for (const auto& one : taken)
      if (one.resource == resource)
        last = std::max(last, one.end);
    return last;
  }
  /// Parents without a place do not count.
  double earliest_start(std::size_t task, std::size_t resource) const {
    double at = costs.in.submitted;
    for (const auto parent : costs.parents(task))
      if (has(parent))
        at = std::max(at,
                      places[parent].end + costs.transfer(parent, task, places[parent].resource, resource));
    if (!inserts)
      return std::max(at, end_of_last(resource));
    auto line = taken;
    std::sort(line.begin(), line.end(), [](const Place& a, const Place& b) {
      return a.start != b.start ? a.start < b.start : a.end < b.end;
    });
    for (const auto& one : line)
      if (one.resource == resource) {
        if (at + costs.time(task, resource) <= one.start)
          break;
        at = std::max(at, one.end);
      }
    return at;
  }
  Row finish_times(std::size_t task) const {
    Row row;
    for (std::size_t resource = 0; resource < costs.in.resources; ++resource)
      row.push_back(earliest_start(task, resource) + costs.time(task, resource));
    return row;
  }
  void put(std::size_t task, std::size_t resource) {
    const double start = earliest_start(task, resource);
    places[task] = {resource, start, start + costs.time(task, resource)};
    taken.push_back(places[task]);
  }
  void put_where_it_ends_first(std::size_t task) { put(task, place_of_least(finish_times(task))); }

  /// Tasks without a place whose parents all have one, by number.
  std::vector<std::size_t> ready() const {
    std::vector<std::size_t> found;
    for (std::size_t task = 0; task < costs.in.tasks; ++task) {
      const auto above = costs.parents(task);
      if (!has(task) && std::all_of(above.begin(), above.end(), [this](auto u) { return has(u); }))
        found.push_back(task);
    }
    return found;
  }
  /// The ready task of the greatest value, the lowest number of equal ones.
  std::size_t best_ready(const std::function<double(std::size_t)>& value_of) const {
    const auto tasks = ready();
    Row values;
    for (const auto task : tasks)
      values.push_back(value_of(task));
    return tasks[place_of_greatest(values)];
  }
  /// When the last task with a place ends.
  double makespan() const {
    double last = 0;
    for (const auto& place : places)
      if (place.resource != nowhere)
        last = std::max(last, place.end);
    return last;
  }

  const Costs& costs;
  bool inserts; ///< or each task comes after the last one of its resource
  std::vector<Place> places, taken;
};

using Places = std::vector<Place>;

inline Places heft(const Instance& instance, bool inserts) {
  const Costs costs(instance);
  Plan plan(costs, inserts);
  for (const auto task : costs.by_rank(costs.upward_ranks()))
    plan.put_where_it_ends_first(task);
  return plan.places;
}

/// The tasks of one critical path of CPOP, from its entry to its exit.
inline std::vector<std::size_t> critical_path(const Costs& costs, const Row& up, const Row& priorities) {
  auto task = nowhere;
  for (std::size_t one = 0; one < costs.in.tasks; ++one)
    if (costs.parents(one).empty() && (task == nowhere || priorities[one] > priorities[task]))
      task = one;
  const double longest = priorities[task];
  std::vector<std::size_t> path{task};
  while (!costs.children(task).empty()) {
    const auto below = costs.children(task);
    task = *std::find_if(below.begin(), below.end(), [&](auto child) {
      return is_near(priorities[child], longest) &&
             is_near(costs.mean_time(task) + costs.mean_transfer(task, child) + up[child], up[task]);
    });
    path.push_back(task);
  }
  return path;
}

inline Places cpop(const Instance& instance, bool inserts) {
  const Costs costs(instance);
  const auto up = costs.upward_ranks(), down = costs.downward_ranks();
  Row priorities, sums(instance.resources, 0);
  for (std::size_t task = 0; task < instance.tasks; ++task)
    priorities.push_back(up[task] + down[task]);
  const auto path = critical_path(costs, up, priorities);
  for (const auto task : path)
    for (std::size_t resource = 0; resource < instance.resources; ++resource)
      sums[resource] += costs.time(task, resource);
  Plan plan(costs, inserts);
  while (!plan.ready().empty()) {
    const auto task = plan.best_ready([&](auto one) { return priorities[one]; });
    if (std::find(path.begin(), path.end(), task) != path.end())
      plan.put(task, place_of_least(sums));
    else
      plan.put_where_it_ends_first(task);
  }
  return plan.places;
}

inline Row optimistic_ranks(const Rows& table) {
  Row ranks;
  for (const auto& row : table) {
    double sum = 0;
    for (const double cost : row)
      sum += cost;
    ranks.push_back(sum / double(row.size()));
  }
  return ranks;
}

inline Places peft(const Instance& instance, bool inserts) {
  const Costs costs(instance);
  const auto table = costs.optimistic_costs();
  const auto ranks = optimistic_ranks(table);
  Plan plan(costs, inserts);
  while (!plan.ready().empty()) {
    const auto task = plan.best_ready([&](auto one) { return ranks[one]; });
    auto sums = plan.finish_times(task);
    for (std::size_t resource = 0; resource < instance.resources; ++resource)
      sums[resource] += table[task][resource];
    plan.put(task, place_of_least(sums));
  }
  return plan.places;
}

/// By the greatest end of a child, or by the end of the task itself if it has none.
inline Places lookahead_children(const Instance& instance, bool inserts) {
  const Costs costs(instance);
  const auto sequence = costs.by_rank(costs.upward_ranks());
  Plan plan(costs, inserts);
  for (const auto task : sequence) {
    Row ends;
    for (std::size_t resource = 0; resource < instance.resources; ++resource) {
      auto tried = plan;
      tried.put(task, resource);
      double end = costs.children(task).empty() ? tried.places[task].end : 0;
      for (const auto child : sequence)
        if (costs.data[task][child] >= 0) {
          tried.put_where_it_ends_first(child);
          end = std::max(end, tried.places[child].end);
        }
      ends.push_back(end);
    }
    plan.put(task, place_of_least(ends));
  }
  return plan.places;
}

/// By the makespan of the plan that HEFT completes.
inline Places lookahead_all(const Instance& instance, bool inserts) {
  const Costs costs(instance);
  const auto sequence = costs.by_rank(costs.upward_ranks());
  Plan plan(costs, inserts);
  for (const auto task : sequence) {
    Row makespans;
    for (std::size_t resource = 0; resource < instance.resources; ++resource) {
      auto tried = plan;
      tried.put(task, resource);
      for (const auto other : sequence)
        if (!tried.has(other))
          tried.put_where_it_ends_first(other);
      makespans.push_back(tried.makespan());
    }
    plan.put(task, place_of_least(makespans));
  }
  return plan.places;
}

inline Places dls(const Instance& instance, bool inserts, bool counts_transfers) {
  const Costs costs(instance);
  const auto median = [&](std::size_t task) { return costs.median_time(task); };
  const auto levels = costs.longest_ways(median, counts_transfers);
  Plan plan(costs, inserts);
  while (!plan.ready().empty()) {
    const auto level_on = [&](std::size_t task, std::size_t resource) {
      return levels[task] - plan.earliest_start(task, resource) + (median(task) - costs.time(task, resource));
    };
    const auto levels_of = [&](std::size_t task) {
      Row row;
      for (std::size_t resource = 0; resource < instance.resources; ++resource)
        row.push_back(level_on(task, resource));
      return row;
    };
    const auto task = plan.best_ready([&](auto one) {
      const auto row = levels_of(one);
      return row[place_of_greatest(row)];
    });
    plan.put(task, place_of_greatest(levels_of(task)));
  }
  return plan.places;
}

/// Min-min, max-min and sufferage: the value of a task by its finish times on all resources, in ascending
/// order. The task of the greatest value is next.
inline Places mapped(const Instance& instance, const std::function<double(const Row&)>& value_of) {
  const Costs costs(instance);
  Plan plan(costs, false);
  while (!plan.ready().empty())
    plan.put_where_it_ends_first(plan.best_ready([&](auto task) {
      auto row = plan.finish_times(task);
      std::sort(row.begin(), row.end());
      return value_of(row);
    }));
  return plan.places;
}
inline Places min_min(const Instance& instance) {
  return mapped(instance, [](const Row& row) { return -row[0]; });
}
inline Places max_min(const Instance& instance) {
  return mapped(instance, [](const Row& row) { return row[0]; });
}
inline Places sufferage(const Instance& instance) {
  return mapped(instance, [](const Row& row) { return row.size() == 1 ? 0 : row[1] - row[0]; });
}

/// Tasks in topological order, each on the resource that is chosen for it.
inline Places in_order(const Instance& instance,
                       const std::function<std::size_t(const Plan&, std::size_t task)>& resource_of) {
  const Costs costs(instance);
  Plan plan(costs, false);
  for (const auto task : costs.order)
    plan.put(task, resource_of(plan, task));
  return plan.places;
}
inline Places mct(const Instance& instance) {
  return in_order(instance,
                  [](const Plan& plan, std::size_t task) { return place_of_least(plan.finish_times(task)); });
}
inline Places met(const Instance& instance) {
  return in_order(instance,
                  [](const Plan& plan, std::size_t task) { return place_of_least(plan.costs.times(task)); });
}
inline Places olb(const Instance& instance) {
  return in_order(instance, [&](const Plan& plan, std::size_t) {
    Row ends;
    for (std::size_t resource = 0; resource < instance.resources; ++resource)
      ends.push_back(plan.end_of_last(resource));
    return place_of_least(ends);
  });
}
inline Places round_robin(const Instance& instance) {
  std::size_t next = 0;
  return in_order(instance, [&](const Plan&, std::size_t) { return next++ % instance.resources; });
}

} // namespace malha::testing::reference_workflow
