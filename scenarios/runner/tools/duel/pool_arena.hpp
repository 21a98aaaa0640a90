// SPDX-License-Identifier: MIT
#pragma once
#include "arena.hpp"

namespace malha::duel {

/// Two pools of owned machines: tasks of users, and the machines that each of them gave, in the model of
/// ownership/pool.
class PoolArena : public Arena {
public:
  /// Throws InputError if a side has something that the model does not have alone.
  PoolArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds);

  void settle(Instance& instance) const override;
  std::optional<double> value(std::size_t side, const Instance& instance) const override;
  std::string platform() const override { return "owned_pool"; }
  Settings settings(const Instance& instance) const override;
  std::string workload_text(const Instance& instance) const override;
  std::string workload_file() const override { return "worst.csv"; }
  std::string words(const Instance& instance) const override;

private:
  const std::vector<const PlacedActor*> pools_; ///< of each side
};

} // namespace malha::duel
