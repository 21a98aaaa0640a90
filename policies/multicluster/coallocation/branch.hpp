// SPDX-License-Identifier: MIT
#pragma once
#include "model.hpp"

#include <tuple>

namespace malha::multicluster {

/// A plain branch and bound over one variable for each node: does it get a task? It goes through the nodes in
/// the given order, tries yes before no, and leaves a branch that cannot become better than the best so far.
/// Ties are those of CoallocationTables: fewer clusters, then what is found first.
class CoallocationBranches {
public:
  /// All must outlive the search. It ends at the first allocation if `takes_first`, and gives up after
  /// `limit` nodes of its tree.
  CoallocationBranches(const CoallocationModel& model, const std::vector<std::vector<UsableNode>>& nodes,
                       bool takes_first, std::int64_t limit)
      : model_(model), nodes_(nodes), takes_first_(takes_first), limit_(limit) {}

  /// The best allocation that was found.
  Coallocation search() {
    Partial none;
    none.left = model_.tasks();
    for (const auto& nodes : nodes_)
      none.undecided += static_cast<int>(nodes.size());
    visit(none);
    auto best = best_.empty() ? Coallocation() : allocation_to(std::move(best_), model_.view());
    best.solver_nodes = visited_;
    best.gave_up = gave_up_;
    return best;
  }

private:
  /// The decided part: all clusters before `cluster`, and the nodes of this one before `node`.
  struct Partial {
    std::size_t cluster = 0, node = 0;
    int left = 0;      ///< tasks that have no node
    int undecided = 0; ///< nodes
    int here = 0;      ///< tasks in `cluster`
    int used = 0;      ///< clusters that have tasks
    double processing = 0;
    double communication = 0; ///< of clusters before `cluster`
  };

  void visit(Partial partial) {
    if (visited_ == limit_)
      gave_up_ = is_over_ = true;
    if (is_over_)
      return;
    ++visited_;
    if (partial.undecided < partial.left || !may_be_better(partial))
      return;
    if (partial.left == 0)
      return take(partial);
    while (partial.node == nodes_[partial.cluster].size()) {
      partial.communication = std::max(partial.communication, model_.slowdown(partial.cluster, partial.here));
      ++partial.cluster;
      partial.node = 0;
      partial.here = 0;
    }
    const auto& node = nodes_[partial.cluster][partial.node];
    ++partial.node;
    --partial.undecided;
    auto with = partial;
    --with.left;
    with.used += with.here == 0;
    ++with.here;
    with.processing = std::max(with.processing, 1 / node.power);
    chosen_.emplace_back(partial.cluster, node);
    visit(with);
    chosen_.pop_back();
    visit(partial);
  }

  /// The slowdown of the cluster rises and then falls with its tasks, so that it is least at an end of what
  /// they may become.
  double least_communication(const Partial& partial) const {
    const auto undecided_here = nodes_[partial.cluster].size() - partial.node;
    const int most =
        partial.here +
        static_cast<int>(std::min<std::size_t>(undecided_here, static_cast<std::size_t>(partial.left)));
    return std::max(partial.communication, std::min(model_.slowdown(partial.cluster, partial.here),
                                                    model_.slowdown(partial.cluster, most)));
  }

  bool may_be_better(const Partial& partial) const {
    const double communication = least_communication(partial);
    if (!model_.allows(communication))
      return false;
    const Seconds time = model_.time(partial.processing, communication);
    return std::tie(time, partial.used) < std::tie(best_time_, best_used_);
  }

  void take(const Partial& partial) {
    best_time_ = model_.time(partial.processing, least_communication(partial));
    best_used_ = partial.used;
    best_.assign(nodes_.size(), {});
    for (const auto& [cluster, node] : chosen_)
      best_[cluster].push_back(node);
    is_over_ = takes_first_;
  }

  const CoallocationModel& model_;
  const std::vector<std::vector<UsableNode>>& nodes_;
  const bool takes_first_;
  const std::int64_t limit_;
  std::vector<std::pair<std::size_t, UsableNode>> chosen_; ///< cluster and node
  std::vector<std::vector<UsableNode>> best_;              ///< by cluster; empty: none was found
  Seconds best_time_ = impossible;
  int best_used_ = 0;
  std::int64_t visited_ = 0;
  bool gave_up_ = false, is_over_ = false;
};

} // namespace malha::multicluster
