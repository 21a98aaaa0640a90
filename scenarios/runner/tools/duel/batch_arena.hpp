// SPDX-License-Identifier: MIT
#pragma once
#include "arena.hpp"

namespace malha::duel {

/// Two batch schedulers: rigid jobs on the nodes of one cluster, in the model of cluster/scheduler.
class BatchArena : public Arena {
public:
  /// Throws InputError if a side has something that the model does not have alone.
  BatchArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds);

  void settle(Instance& instance) const override;
  std::optional<double> value(std::size_t side, const Instance& instance) const override;
  Settings settings(const Instance& instance) const override;
  std::string workload_text(const Instance& instance) const override;
  std::string words(const Instance& instance) const override;

private:
  const std::vector<const PlacedActor*> schedulers_; ///< of each side
  const std::int64_t estimates_;
};

} // namespace malha::duel
