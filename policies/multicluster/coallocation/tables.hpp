// SPDX-License-Identifier: MIT
#pragma once
#include "model.hpp"

#include <numeric>
#include <optional>
#include <tuple>

namespace malha::multicluster {

/// Finds by tables over the clusters how many tasks each cluster gets. An allocation depends on no
/// more than these numbers and its slowest node.
class CoallocationTables {
public:
  /// All must outlive the tables. Of `nodes` each cluster uses the first ones.
  CoallocationTables(const CoallocationModel& model, const std::vector<std::vector<UsableNode>>& nodes)
      : model_(model), nodes_(nodes) {
    for (std::size_t cluster = 0; cluster < nodes.size(); ++cluster) {
      auto& slowdowns = slowdowns_.emplace_back();
      for (int here = 0; here <= within(cluster, impossible); ++here) {
        const double slowdown = model.slowdown(cluster, here);
        slowdowns.push_back(model.allows(slowdown) ? slowdown : impossible);
      }
    }
  }

  /// The numbers of least run time. Ties: fewest clusters, then most tasks in the lowest cluster, then in the
  /// next, and so on. Nothing if no numbers are allowed. Each cluster's nodes must come most power first.
  std::optional<std::vector<int>> least_time() {
    std::optional<Found> best;
    for (const double processing : slowdowns_of_nodes()) {
      if (best && model_.time(processing, 0) > best->time)
        break;
      auto found = least_time_within(processing, best ? best->time : impossible);
      if (found && (!best || found->comes_before(*best)))
        best = std::move(found);
    }
    return best ? std::optional(best->tasks) : std::nullopt;
  }

  /// The first numbers that are allowed, when those with most tasks in the lowest cluster come first, then in
  /// the next, and so on.
  std::optional<std::vector<int>> first() {
    const auto most = most_within(impossible);
    const auto place = [this](std::size_t cluster, int here, double behind) {
      return std::max(behind, slowdown(cluster, here) == impossible ? impossible : 0);
    };
    const auto possible = values(most, place);
    if (possible.front()[index(model_.tasks())] == impossible)
      return std::nullopt;
    return first_of_least(possible, most, place);
  }

  /// Table entries that were looked at.
  std::int64_t steps() const { return steps_; }

private:
  /// values[cluster][tasks]: the least value of that many tasks on this cluster and those after it.
  using Values = std::vector<std::vector<double>>;

  struct Found {
    Seconds time;
    double clusters; ///< that get tasks
    std::vector<int> tasks;

    bool comes_before(const Found& other) const {
      return std::tie(time, clusters, other.tasks) < std::tie(other.time, other.clusters, tasks);
    }
  };

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }

  double slowdown(std::size_t cluster, int here) const { return slowdowns_[cluster][index(here)]; }

  /// The slowdowns by single nodes, in increasing order.
  std::vector<double> slowdowns_of_nodes() const {
    std::vector<double> slowdowns;
    for (const auto& nodes : nodes_)
      for (const auto& node : nodes)
        slowdowns.push_back(1 / node.power);
    std::sort(slowdowns.begin(), slowdowns.end());
    slowdowns.erase(std::unique(slowdowns.begin(), slowdowns.end()), slowdowns.end());
    return slowdowns;
  }

  /// Tasks that the cluster can take on nodes that slow them down by no more.
  int within(std::size_t cluster, double processing) const {
    const auto& nodes = nodes_[cluster];
    const auto slower = std::find_if(nodes.begin(), nodes.end(),
                                     [processing](const auto& node) { return 1 / node.power > processing; });
    return static_cast<int>(std::min<std::ptrdiff_t>(slower - nodes.begin(), model_.tasks()));
  }
  std::vector<int> most_within(double processing) const {
    std::vector<int> most;
    for (std::size_t cluster = 0; cluster < nodes_.size(); ++cluster)
      most.push_back(within(cluster, processing));
    return most;
  }

  /// The best on nodes that slow tasks down by no more; nothing if its time is above `most_time`.
  std::optional<Found> least_time_within(double processing, Seconds most_time) {
    const auto most = most_within(processing);
    if (std::accumulate(most.begin(), most.end(), std::int64_t{0}) < model_.tasks())
      return std::nullopt;
    const auto slowest = [this](std::size_t cluster, int here, double behind) {
      return std::max(behind, slowdown(cluster, here));
    };
    const double least = values(most, slowest).front()[index(model_.tasks())];
    if (least == impossible || model_.time(processing, least) > most_time)
      return std::nullopt;
    const Seconds time = model_.time(processing, least);
    const auto used = [&](std::size_t cluster, int here, double behind) {
      const double one = slowdown(cluster, here);
      return one == impossible || model_.time(processing, one) > time ? impossible : behind + (here > 0);
    };
    const auto fewest = values(most, used);
    return Found{time, fewest.front()[index(model_.tasks())], first_of_least(fewest, most, used)};
  }

  /// `place(cluster, here, behind)` is the value of placing `here` tasks on the cluster, where those that are
  /// left have the value `behind`.
  template <class Place>
  Values values(const std::vector<int>& most, const Place& place) {
    Values values(most.size() + 1, std::vector<double>(index(model_.tasks()) + 1, impossible));
    values.back().front() = 0;
    for (std::size_t cluster = most.size(); cluster-- > 0;)
      for (int left = 0; left <= model_.tasks(); ++left) {
        auto& least = values[cluster][index(left)];
        for (int here = 0; here <= std::min(most[cluster], left); ++here, ++steps_)
          least = std::min(least, place(cluster, here, values[cluster + 1][index(left - here)]));
      }
    return values;
  }

  /// Of the numbers that have the least value those with most tasks in the lowest cluster, and so on.
  template <class Place>
  std::vector<int> first_of_least(const Values& values, const std::vector<int>& most,
                                  const Place& place) const {
    std::vector<int> tasks;
    int left = model_.tasks();
    for (std::size_t cluster = 0; cluster < most.size(); ++cluster) {
      int here = std::min(most[cluster], left);
      while (place(cluster, here, values[cluster + 1][index(left - here)]) != values[cluster][index(left)])
        --here;
      tasks.push_back(here);
      left -= here;
    }
    return tasks;
  }

  const CoallocationModel& model_;
  const std::vector<std::vector<UsableNode>>& nodes_;
  std::vector<std::vector<double>> slowdowns_; ///< by cluster and tasks; impossible where not allowed
  std::int64_t steps_ = 0;
};

} // namespace malha::multicluster
