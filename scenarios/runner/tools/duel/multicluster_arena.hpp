// SPDX-License-Identifier: MIT
#pragma once
#include "arena.hpp"
#include "played_cluster.hpp"

namespace malha::duel {

/// Two meta-schedulers: rigid jobs over several clusters of different sizes and speeds, in the models of
/// multicluster/meta_scheduler and cluster/scheduler.
class MulticlusterArena : public Arena {
public:
  /// Throws InputError if a side has something that the models do not have alone.
  MulticlusterArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds);

  void settle(Instance& instance) const override;
  std::optional<double> value(std::size_t side, const Instance& instance) const override;
  std::string platform() const override { return "clusters"; }
  Settings settings(const Instance& instance) const override;
  std::string workload_text(const Instance& instance) const override;
  std::string words(const Instance& instance) const override;

private:
  const std::vector<MulticlusterActors> actors_; ///< of each side
  const std::int64_t estimates_;
};

} // namespace malha::duel
