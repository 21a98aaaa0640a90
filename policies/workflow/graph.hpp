// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <boost/range/iterator_range_core.hpp>

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace malha::workflow {

/// Task `to` needs what task `from` makes: `data` bytes, or 0 if it only waits for its end.
struct Edge {
  int from;
  int to;
  Bytes data;
};

/// The other task of an edge, seen from one of its two tasks.
struct Link {
  int task;
  Bytes data;
};

/// Thrown if tasks wait for each other. Each task of `tasks` precedes the next one, and the last the first.
struct Cycle : std::invalid_argument {
  explicit Cycle(std::vector<int> in_a_circle)
      : std::invalid_argument("the precedences have a cycle"), tasks(std::move(in_a_circle)) {}

  std::vector<int> tasks;
};

/// The precedences of the tasks of one workflow (a DAG), which are numbered from 0. It does not change.
class Graph {
public:
  using Links = boost::iterator_range<std::vector<Link>::const_iterator>;

  /// Several edges between the same two tasks are one precedence with the sum of their data. Throws Cycle,
  /// and std::invalid_argument for an edge of a task that is not there.
  Graph(int tasks, std::vector<Edge> edges) {
    for (const auto& edge : edges)
      if (edge.from < 0 || edge.from >= tasks || edge.to < 0 || edge.to >= tasks)
        throw std::invalid_argument("an edge is of a task that is not there");
    join_equal(edges);
    edges_ = edges.size();
    children_.take(tasks, edges, [](const Edge& edge) {
      return std::pair(edge.from, Link{edge.to, edge.data});
    });
    parents_.take(tasks, edges, [](const Edge& edge) {
      return std::pair(edge.to, Link{edge.from, edge.data});
    });
    put_in_order();
  }

  int tasks() const { return static_cast<int>(places_.size()); }
  std::size_t edges() const { return edges_; }
  /// The links of a task, by the number of the other task.
  Links children(int task) const { return children_.of(task); }
  Links parents(int task) const { return parents_.of(task); }
  /// All tasks, each after its parents: of those whose parents are all before, the lowest number is next.
  const std::vector<int>& order() const { return order_; }
  /// The place of the task in `order()`.
  int place(int task) const { return places_[static_cast<std::size_t>(task)]; }
  /// 0 of a task without parents, or else one more than the greatest level of a parent.
  int level(int task) const { return levels_[static_cast<std::size_t>(task)]; }

private:
  /// The links of all tasks, one task after the other.
  class Table {
  public:
    template <class LinkOf>
    void take(int tasks, const std::vector<Edge>& edges, LinkOf link_of) {
      first_.assign(static_cast<std::size_t>(tasks) + 1, 0);
      for (const auto& edge : edges)
        ++first_[static_cast<std::size_t>(link_of(edge).first) + 1];
      std::partial_sum(first_.begin(), first_.end(), first_.begin());
      links_.resize(edges.size());
      auto next = first_;
      for (const auto& edge : edges) {
        const auto [task, link] = link_of(edge);
        links_[next[static_cast<std::size_t>(task)]++] = link;
      }
    }
    std::size_t tasks() const { return first_.size() - 1; }
    Links of(int task) const {
      const auto at = [&](int number) {
        return links_.begin() + static_cast<std::ptrdiff_t>(first_[static_cast<std::size_t>(number)]);
      };
      return {at(task), at(task + 1)};
    }

  private:
    std::vector<std::size_t> first_; ///< of each task, the place of its first link
    std::vector<Link> links_;
  };

  static void join_equal(std::vector<Edge>& edges) {
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
      return a.from != b.from ? a.from < b.from : a.to < b.to;
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < edges.size(); ++i)
      if (kept > 0 && edges[kept - 1].from == edges[i].from && edges[kept - 1].to == edges[i].to)
        edges[kept - 1].data += edges[i].data;
      else
        edges[kept++] = edges[i];
    edges.resize(kept);
  }

  /// By Kahn's algorithm.
  void put_in_order() {
    const auto tasks = children_.tasks();
    std::vector<int> waits(tasks);
    std::priority_queue<int, std::vector<int>, std::greater<>> free;
    places_.assign(tasks, -1);
    levels_.assign(tasks, 0);
    for (std::size_t task = 0; task < tasks; ++task)
      if ((waits[task] = static_cast<int>(parents(static_cast<int>(task)).size())) == 0)
        free.push(static_cast<int>(task));
    while (!free.empty()) {
      const int task = free.top();
      free.pop();
      places_[static_cast<std::size_t>(task)] = static_cast<int>(order_.size());
      order_.push_back(task);
      for (const auto& child : children(task)) {
        const auto number = static_cast<std::size_t>(child.task);
        levels_[number] = std::max(levels_[number], level(task) + 1);
        if (--waits[number] == 0)
          free.push(child.task);
      }
    }
    if (order_.size() < tasks)
      throw Cycle(cycle());
  }

  /// A cycle among the tasks that have no place: each of them has a parent without one, so that who goes from
  /// parent to parent comes to a task twice.
  std::vector<int> cycle() const {
    const auto has_no_place = [this](int task) { return places_[static_cast<std::size_t>(task)] < 0; };
    int task = 0;
    while (!has_no_place(task))
      ++task;
    std::vector<int> met(places_.size(), -1), way;
    while (met[static_cast<std::size_t>(task)] < 0) {
      met[static_cast<std::size_t>(task)] = static_cast<int>(way.size());
      way.push_back(task);
      const auto links = parents(task);
      task = std::find_if(links.begin(), links.end(), [&](const Link& link) {
               return has_no_place(link.task);
             })->task;
    }
    way.erase(way.begin(), way.begin() + met[static_cast<std::size_t>(task)]);
    std::reverse(way.begin(), way.end());
    std::rotate(way.begin(), std::min_element(way.begin(), way.end()), way.end());
    return way;
  }

  std::size_t edges_ = 0;
  Table children_, parents_;
  std::vector<int> order_, places_, levels_;
};

} // namespace malha::workflow
