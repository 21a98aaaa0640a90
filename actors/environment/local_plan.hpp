// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"
#include "random_order.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

namespace malha::environment {

/// The distribution of the hosts with local users over the clusters (M-CISNE, section 4.3.3).
enum class Placement {
  uniform, ///< all clusters have the same share of them
  grouped, ///< the clusters are filled one after the other, in the order of the platform
  random   ///< the clusters do not count
};

/// The hosts that have a local user, and from when to when. Time has periods of `redraw` s; the first begins
/// at 0, and each has users of its own. Without redraws one period lasts forever.
///
/// In each period all hosts are put in a random order, and the placement sorts them: `grouped` by cluster,
/// `uniform` so that the clusters take turns. The first round(share * hosts) of them have a user. So a larger
/// share keeps the users of a smaller one, and the draws depend on neither share nor placement.
class LocalPlan {
public:
  /// `clusters` names the cluster of each host, in the order of the platform; `share` is from 0 to 1;
  /// `redraw` in s, 0: never. The engine must outlive the plan.
  LocalPlan(const std::vector<std::string>& clusters, double share, Placement placement, Seconds redraw,
            RandomStreams::Engine& engine)
      : number_(static_cast<std::size_t>(std::lround(share * static_cast<double>(clusters.size())))),
        placement_(placement), redraw_(redraw), engine_(engine), has_user_(clusters.size()) {
    std::map<std::string, std::size_t> numbers;
    for (const auto& name : clusters) {
      const auto cluster = numbers.emplace(name, numbers.size()).first->second;
      sizes_.resize(numbers.size());
      ++sizes_[cluster];
      clusters_.push_back(cluster);
    }
    draw();
  }

  /// Whether each host has a user in the present period.
  const std::vector<bool>& has_user() const { return has_user_; }
  /// The date at which the next period begins; `never` if nothing can change any more.
  Seconds next_change() const {
    const bool changes = redraw_ > 0 && number_ > 0 && number_ < has_user_.size();
    return changes ? static_cast<double>(period_ + 1) * redraw_ : never;
  }
  /// Goes on to the next period.
  void advance() {
    ++period_;
    draw();
  }

private:
  void draw() {
    auto order = random_order(has_user_.size(), engine_);
    if (placement_ == Placement::grouped)
      std::stable_sort(order.begin(), order.end(),
                       [this](auto a, auto b) { return clusters_[a] < clusters_[b]; });
    else if (placement_ == Placement::uniform)
      take_turns(order);
    has_user_.assign(has_user_.size(), false);
    for (std::size_t i = 0; i < number_; ++i)
      has_user_[order[i]] = true;
  }

  /// Sorts the hosts by how much of their cluster is before them: (position + 1/2) / size, ties by cluster.
  void take_turns(std::vector<std::size_t>& order) const {
    std::vector<std::size_t> taken(sizes_.size());
    std::vector<std::pair<double, std::size_t>> turns(has_user_.size());
    for (const auto host : order) {
      const auto cluster = clusters_[host];
      turns[host] = {(static_cast<double>(taken[cluster]++) + 0.5) / static_cast<double>(sizes_[cluster]),
                     cluster};
    }
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return turns[a] < turns[b]; });
  }

  const std::size_t number_; ///< of hosts with a user
  const Placement placement_;
  const Seconds redraw_;
  RandomStreams::Engine& engine_;
  std::vector<std::size_t> clusters_; ///< of each host, numbered by first appearance
  std::vector<std::size_t> sizes_;    ///< of each cluster
  std::vector<bool> has_user_;
  std::int64_t period_ = 0;
};

} // namespace malha::environment
