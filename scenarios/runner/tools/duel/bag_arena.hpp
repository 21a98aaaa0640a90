// SPDX-License-Identifier: MIT
#pragma once
#include "arena.hpp"

namespace malha::duel {

/// Two brokers: tasks of one resource each on machines of different speeds, in the model of broker/broker.
class BagArena : public Arena {
public:
  /// Throws InputError if a side has something that the model does not have alone.
  BagArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds);

  void settle(Instance& instance) const override;
  std::optional<double> value(std::size_t side, const Instance& instance) const override;
  Settings settings(const Instance& instance) const override;
  std::string workload_text(const Instance& instance) const override;
  std::string words(const Instance& instance) const override;

private:
  const std::vector<const PlacedActor*> brokers_; ///< of each side
};

} // namespace malha::duel
