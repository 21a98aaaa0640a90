// SPDX-License-Identifier: MIT
// Random workflows of matrix operations, by the rules of DAGGEN (Suter and Hunold): how many tasks a level
// has, who are the parents of a task, how much it computes, and what it sends to each of its children.
// The random numbers are not DAGGEN's own, which depend on the date.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/workload/files/workflow_source.hpp"

#include <boost/random/uniform_01.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace malha {
namespace {

using Engine = RandomStreams::Engine;

double uniform(Engine& engine, double low, double high) {
  return low + (high - low) * boost::random::uniform_01<>()(engine);
}

class Daggen : public WorkflowSource {
public:
  explicit Daggen(const WorkloadInput& input)
      : WorkflowSource(input, "daggen"), tasks_(static_cast<int>(input.parameters.integer("tasks"))),
        jump_(static_cast<int>(input.parameters.integer("jump"))), fat_(input.parameters.real("fat")),
        density_(input.parameters.real("density")), regular_(input.parameters.real("regular")),
        least_data_(input.parameters.real("mindata")), most_data_(input.parameters.real("maxdata")),
        complexity_(input.parameters.text("complexity")), graph_(input.random.stream("workload.graph")),
        works_(input.random.stream("workload.work")) {
    if (most_data_ < least_data_)
      throw InputError(where() + ": parameter 'maxdata' cannot be '" + input.parameters.text("maxdata") +
                       "' with mindata=" + input.parameters.text("mindata") + "; valid: at least as much");
  }

private:
  Workflow make() override {
    draw_levels();
    if (most_precedences() > most_tasks_of_a_bag)
      throw InputError(where() + ": a workflow may have more than " + shortest(most_tasks_of_a_bag) +
                       " precedences; valid: fewer, by fewer tasks or a lower density");
    Workflow workflow;
    std::vector<double> orders; // of the matrices
    for (int task = 1; task <= tasks_; ++task) {
      orders.push_back(std::floor(uniform(works_, least_data_, most_data_) / 1024) * 1024);
      workflow.tasks.push_back({"task-" + std::to_string(task), 0, 1, draw_work(orders.back())});
    }
    for (std::size_t level = 1; level + 1 < firsts_.size(); ++level)
      for (int task = firsts_[level]; task < firsts_[level + 1]; ++task)
        for (const int parent : draw_parents(level)) {
          const double order = orders[static_cast<std::size_t>(parent)];
          workflow.files.push_back({std::to_string(parent + 1) + "-" + std::to_string(task + 1),
                                    8 * order * order, // of doubles
                                    {parent},
                                    {task}});
        }
    return workflow;
  }

  int width(std::size_t level) const { return firsts_[level + 1] - firsts_[level]; }

  /// n^fat tasks, more or less by what `regular` lacks to 1, until all have a level.
  void draw_levels() {
    const double mean = std::floor(std::pow(tasks_, fat_) + 1e-9); // a whole number may be rounded down
    firsts_ = {0};
    while (firsts_.back() < tasks_) {
      const double drawn = mean * (1 + uniform(graph_, regular_ - 1, 1 - regular_));
      const int width = std::max(1, static_cast<int>(drawn));
      firsts_.push_back(std::min(tasks_, firsts_.back() + width));
    }
  }

  double most_precedences() const {
    double most = 0;
    for (std::size_t level = 1; level + 1 < firsts_.size(); ++level)
      most += width(level) * std::min<double>(1 + density_ * width(level - 1), width(level - 1));
    return most;
  }

  /// One parent, and others up to the share `density` of the level before. Each is of a level that is drawn
  /// from the `jump` ones before. If it is one already, the next one of that level is taken, if there is one.
  std::set<int> draw_parents(std::size_t level) {
    std::set<int> parents;
    const int before = width(level - 1);
    const int wanted = std::min(1 + static_cast<int>(uniform(graph_, 0, density_ * before)), before);
    for (int drawn = 0; drawn < wanted; ++drawn) {
      const auto back = static_cast<std::size_t>(uniform(graph_, 1, jump_ + 1.0));
      const std::size_t of = level > back ? level - back : 0;
      int place = static_cast<int>(uniform(graph_, 0, width(of)));
      for (int tried = 0; tried < width(of); ++tried, place = (place + 1) % width(of))
        if (parents.insert(firsts_[of] + place).second)
          break;
    }
    return parents;
  }

  /// In flop, of an operation on a matrix of that order.
  Flops draw_work(double order) {
    const double factor = uniform(works_, 64, 512);
    const auto kind = static_cast<int>(uniform(works_, 0, 3));
    if (complexity_ == "n2" || (complexity_ == "mixed" && kind == 0))
      return factor * order * order;
    if (complexity_ == "n2logn" || (complexity_ == "mixed" && kind == 1))
      return 2 * factor * order * order * std::log2(order);
    return order * order * order;
  }

  const int tasks_, jump_;
  const double fat_, density_, regular_, least_data_, most_data_;
  const std::string complexity_;
  Engine &graph_, &works_;
  std::vector<int> firsts_; ///< the first task of each level, and the number of tasks
};

} // namespace

MALHA_WORKLOAD(workload_generator<Daggen>(
    "daggen",
    "random workflows of matrix operations; the seed decides precedences, and work with data, each apart",
    "DAGGEN (Suter and Hunold), github.com/frs69wq/daggen",
    parameters_of_arrivals(
        {integer("tasks", 100, between(1, 1e6), "count", "tasks of a workflow"),
         real("fat", 0.5, between(0, 1), "1", "a level has about tasks ^ fat tasks"),
         real("density", 0.5, between(0, 1), "1",
              "share of the tasks of the level before that a task has as parents at most, beside one"),
         real("regular", 0.9, between(0, 1), "1", "1: all levels but the last have as many tasks"),
         integer("jump", 1, between(1, 1e6), "count", "levels that a precedence spans at most"),
         real("mindata", 2048, between(1024, 1e7), "count", "least order of a matrix"),
         real("maxdata", 11264, between(1024, 1e7), "count",
              "greatest order; orders are multiples of 1024, uniform, and a matrix has 8 B * order ^ 2"),
         choice("complexity", "mixed", {"mixed", "n2", "n2logn", "n3"},
                "work of a task on a matrix of order n: a n^2, 2 a n^2 log2 n, or n^3 flop, a uniform from "
                "64 to "
                "512; mixed: one of them, for each task")})))

} // namespace malha
