// SPDX-License-Identifier: MIT
// Each child has a budget, its share of all work. Places the tasks, heaviest first, each on the child with
// the largest rest of its budget, which may become negative (tonelli2010, Alg. 5, eqs. 4.4 and 4.10). Ties:
// tasks of one weight by lowest id, children of one remainder by lowest number.
#include "policies/easygrid/distribution.hpp"

#include <algorithm>
#include <numeric>
#include <queue>

namespace malha::easygrid {
namespace {

class GreedyDistribution : public Distribution {
public:
  std::vector<Placement> distribute(const DistributionView& view) override {
    std::priority_queue<Remainder> children = workloads(view);
    std::vector<Placement> placements;
    for (const auto task : heaviest_first(view.tasks)) {
      auto [left, child] = children.top();
      children.pop();
      placements.push_back({task, child});
      children.push({left - view.tasks[task].work, child});
    }
    return placements;
  }

private:
  struct Remainder {
    Flops left;
    int child;
    bool operator<(const Remainder& other) const {
      return left != other.left ? left < other.left : child > other.child;
    }
  };

  static std::priority_queue<Remainder> workloads(const DistributionView& view) {
    Flops work = 0;
    for (const auto& task : view.tasks)
      work += task.work;
    double weights = 0;
    for (const auto& share : view.children)
      weights += share.weight;
    std::priority_queue<Remainder> children;
    for (const auto& share : view.children)
      children.push({share.weight / weights * work, share.child});
    return children;
  }

  static std::vector<std::size_t> heaviest_first(const std::vector<Task>& tasks) {
    std::vector<std::size_t> order(tasks.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return tasks[a].work > tasks[b].work; });
    return order;
  }
};

} // namespace

MALHA_POLICY(
    policy<GreedyDistribution>("easygrid/greedy_distribution",
                               "gives the heaviest task to the child with most of its share left to fill",
                               "tonelli2010, Alg. 5, eqs. 4.4 and 4.10"))

} // namespace malha::easygrid
