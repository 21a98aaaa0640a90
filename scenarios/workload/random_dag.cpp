// SPDX-License-Identifier: MIT
// Random workflows, level by level, with run times by host (topcuoglu2002, its generator of random graphs).
// The source says the means of the height and of the widths, and not how wide their distributions are, how
// the tasks add up to their number, or how a task gets its children. These rules are ours.
#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"
#include "scenarios/workload/files/workflow_source.hpp"

#include <boost/random/uniform_01.hpp>
#include <boost/random/uniform_int_distribution.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace malha {
namespace {

using Engine = RandomStreams::Engine;

double uniform(Engine& engine, double low, double high) {
  return low + (high - low) * boost::random::uniform_01<>()(engine);
}

std::size_t index(Engine& engine, std::size_t first, std::size_t last) {
  return boost::random::uniform_int_distribution<std::size_t>(first, last)(engine);
}

/// Puts the element with that index at a place that is drawn from the elements not before it.
void draw_next(std::vector<int>& all, std::size_t at, Engine& engine) {
  std::swap(all[at], all[index(engine, at, all.size() - 1)]);
}

void shuffle(std::vector<int>& all, Engine& engine) {
  for (std::size_t at = 0; at < all.size(); ++at)
    draw_next(all, at, engine);
}

/// Draws levels of tasks and their precedences.
class RandomGraph {
public:
  struct Shape {
    int tasks;
    double alpha;
    int out_degree;
    int jump; ///< levels that a precedence spans at most
  };

  RandomGraph(const Shape& shape, Engine& engine)
      : shape_(shape), engine_(engine), last_parent_(static_cast<std::size_t>(shape.tasks), -1) {
    draw_levels();
  }

  /// An upper bound of the number of precedences.
  double most_precedences() const {
    double most = shape_.tasks;
    for (std::size_t level = 0; level + 1 < levels(); ++level)
      most +=
          width(level) * std::min<double>(shape_.out_degree, first(last_below(level) + 1) - first(level + 1));
    return most;
  }

  /// The precedences (before, after), by the task before.
  std::vector<std::pair<int, int>> precedences() {
    for (std::size_t level = 0; level + 1 < levels(); ++level) {
      deal_parents(level);
      for (int task = first(level); task < first(level + 1); ++task)
        draw_children(task, level);
    }
    std::sort(edges_.begin(), edges_.end());
    return std::move(edges_);
  }

private:
  std::size_t levels() const { return firsts_.size() - 1; }
  int first(std::size_t level) const { return firsts_[level]; }
  int width(std::size_t level) const { return first(level + 1) - first(level); }
  /// The last level to which precedences from that level go.
  std::size_t last_below(std::size_t level) const {
    return std::min(level + static_cast<std::size_t>(shape_.jump), levels() - 1);
  }
  static std::vector<int> tasks_from(int from, int to) {
    std::vector<int> tasks(static_cast<std::size_t>(to - from));
    std::iota(tasks.begin(), tasks.end(), from);
    return tasks;
  }

  /// The height is uniform from half to one and a half times its mean, sqrt(n) / alpha. The widths are so,
  /// too, and then in proportion as many as there are tasks. A level has at least one task.
  void draw_levels() {
    const double mean = std::sqrt(shape_.tasks) / shape_.alpha;
    const double drawn = std::round(uniform(engine_, 0.5 * mean, 1.5 * mean));
    const int height = static_cast<int>(std::clamp<double>(drawn, std::min(2, shape_.tasks), shape_.tasks));
    std::vector<double> sums; // of the widths up to a level
    for (int level = 0; level < height; ++level)
      sums.push_back((sums.empty() ? 0 : sums.back()) + uniform(engine_, 0.5, 1.5));
    firsts_ = {0};
    for (int level = 1; level <= height; ++level) {
      const double share = sums[static_cast<std::size_t>(level) - 1] / sums.back();
      firsts_.push_back(level + static_cast<int>(std::lround((shape_.tasks - height) * share)));
    }
  }

  void connect(int before, int after) {
    edges_.emplace_back(before, after);
    last_parent_[static_cast<std::size_t>(after)] = before;
  }

  /// Gives each task of the next level a parent, and each task of this one as many children as others, or one
  /// less: so levels are those of the graph.
  void deal_parents(std::size_t level) {
    auto parents = tasks_from(first(level), first(level + 1)),
         tasks = tasks_from(first(level + 1), first(level + 2));
    shuffle(parents, engine_);
    shuffle(tasks, engine_);
    dealt_.assign(parents.size(), {});
    for (std::size_t i = 0; i < tasks.size(); ++i)
      dealt_[static_cast<std::size_t>(parents[i % parents.size()] - first(level))].push_back(tasks[i]);
    candidates_ = tasks_from(first(level + 1), first(last_below(level) + 1));
  }

  /// Adds children that are drawn from the levels below, until there are `out_degree`.
  void draw_children(int task, std::size_t level) {
    const auto& dealt = dealt_[static_cast<std::size_t>(task - first(level))];
    for (const int child : dealt)
      connect(task, child);
    auto children = dealt.size();
    const auto wanted = std::min(static_cast<std::size_t>(shape_.out_degree), candidates_.size());
    for (std::size_t at = 0; children < wanted; ++at) {
      draw_next(candidates_, at, engine_);
      if (last_parent_[static_cast<std::size_t>(candidates_[at])] != task) {
        connect(task, candidates_[at]);
        ++children;
      }
    }
  }

  const Shape shape_;
  Engine& engine_;
  std::vector<int> firsts_;             ///< the first task of each level, and the number of tasks
  std::vector<std::vector<int>> dealt_; ///< children of the tasks of one level
  std::vector<int> candidates_;         ///< tasks that may be its children
  std::vector<int> last_parent_;        ///< by task: the parent that it got last
  std::vector<std::pair<int, int>> edges_;
};

class RandomDag : public WorkflowSource {
public:
  explicit RandomDag(const WorkloadInput& input)
      : WorkflowSource(input, "random_dag"), shape_{static_cast<int>(input.parameters.integer("tasks")),
                                                    input.parameters.real("alpha"),
                                                    static_cast<int>(input.parameters.integer("out_degree")),
                                                    static_cast<int>(input.parameters.integer("jump"))},
        ccr_(input.parameters.real("ccr")), beta_(input.parameters.real("beta")),
        resources_(resources_of(input)), mean_(input.parameters.real("mean")),
        bandwidth_(input.parameters.real("bandwidth")), graph_(input.random.stream("workload.graph")),
        works_(input.random.stream("workload.work")), times_(input.random.stream("workload.run_times")),
        data_(input.random.stream("workload.data")) {
    if (const double times = double(shape_.tasks) * resources_; times > most_tasks_of_a_bag)
      throw InputError(where() + ": " + shortest(shape_.tasks) + " tasks have " + shortest(times) +
                       " run times on " + shortest(resources_) + " resources; valid: at most " +
                       shortest(most_tasks_of_a_bag));
  }

private:
  /// As many as the platform has, unless the parameter says another number.
  static int resources_of(const WorkloadInput& input) {
    const auto given = static_cast<int>(input.parameters.integer("resources"));
    if (given < 0 && input.nodes == 0)
      throw InputError("workload 'random_dag': resources=-1 means those of the platform, and there is none; "
                       "valid: resources=4, or another number");
    return given < 0 ? input.nodes : given;
  }

  Workflow make() override {
    RandomGraph graph(shape_, graph_);
    if (graph.most_precedences() > most_tasks_of_a_bag)
      throw InputError(where() + ": a workflow may have " + shortest(graph.most_precedences()) +
                       " precedences; valid: at most " + shortest(most_tasks_of_a_bag) +
                       ", by fewer tasks or a lower out_degree");
    Workflow workflow;
    add_tasks(workflow);
    for (const auto& [before, after] : graph.precedences()) {
      const Seconds time = uniform(data_, 0, 2 * ccr_ * mean_);
      workflow.files.push_back({std::to_string(before + 1) + "-" + std::to_string(after + 1),
                                time * bandwidth_,
                                {before},
                                {after}});
    }
    return workflow;
  }

  void add_tasks(Workflow& workflow) {
    if (resources_ > 0) {
      workflow.hosts.emplace();
      for (int resource = 1; resource <= resources_; ++resource)
        workflow.hosts->names.push_back("P" + std::to_string(resource));
      workflow.hosts->latencies = {0};
      workflow.hosts->bandwidths = {bandwidth_};
    }
    for (int task = 1; task <= shape_.tasks; ++task) {
      const Seconds length = uniform(works_, 0, 2 * mean_);
      workflow.tasks.push_back({"task-" + std::to_string(task), length, 1});
      for (int resource = 0; resource < resources_; ++resource)
        workflow.hosts->rows.push_back(uniform(times_, length * (1 - beta_ / 2), length * (1 + beta_ / 2)));
    }
  }

  const RandomGraph::Shape shape_;
  const double ccr_, beta_;
  const int resources_;
  const Seconds mean_;
  const double bandwidth_;
  Engine &graph_, &works_, &times_, &data_;
};

} // namespace

MALHA_WORKLOAD(workload_generator<RandomDag>(
    "random_dag",
    "random workflows with run times by host; the seed decides precedences, mean run times, run times and "
    "data, each apart",
    "topcuoglu2002, generator of random graphs",
    parameters_of_arrivals(
        {integer("tasks", 100, between(2, 1e6), "count", "tasks of a workflow (n, v)"),
         real("alpha", 1, between(0.001, 1000), "1",
              "shape: mean number of levels sqrt(tasks) / alpha, mean width of a level alpha * sqrt(tasks)"),
         integer("out_degree", 3, between(1, 1e6), "count",
                 "children of a task above the last level, or all tasks that there are below if those are "
                 "fewer; more where the next level is more than so many times as wide"),
         integer("jump", 1, between(1, 1e6), "count", "levels that a precedence spans at most"),
         real("ccr", 1, between(0, 1e6), "1",
              "communication to computation ratio: mean time of the data of a precedence / mean run time"),
         real("beta", 0.5, between(0, 2), "1",
              "run times of a task: uniform in its mean * [1 - beta / 2, 1 + beta / 2]"),
         integer("resources", -1, between(-1, 1e5), "count",
                 "resources with run times of their own, for a broker with as many; -1: those of the "
                 "platform; 0: "
                 "none, a task takes its mean at reference_speed"),
         real("mean", 10, between(1e-9, 1e9), "s",
              "mean run time; that of a task is uniform from 0 to twice as much"),
         real("bandwidth", 1e6, between(1e-3, 1e15), "B/s",
              "at which data take that time; between the resources, if they have run times of their own")})))

} // namespace malha
