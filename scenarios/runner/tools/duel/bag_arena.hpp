// SPDX-License-Identifier: MIT
#pragma once
#include "arena.hpp"
#include "schedule_value.hpp"

namespace malha::duel {

/// Two brokers: tasks of one resource each on machines of different speeds, in the model of broker/broker.
class BagArena : public Arena {
public:
  /// Throws InputError if a side has something that the model does not have alone.
  BagArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds);

  const Space& space() const override { return space_; }
  void settle(Instance& instance) const override;
  std::optional<double> value(std::size_t side, const Instance& instance) const override;
  bool more_is_better() const override { return metric_.more_is_better(); }
  Settings settings(const Instance& instance) const override;
  std::string workload_text(const Instance& instance) const override;
  std::string words(const Instance& instance) const override;

private:
  const std::vector<const PlacedActor*> brokers_; ///< of each side
  const std::uint64_t seed_;
  const ScheduleValue metric_;
  const Space space_;
};

} // namespace malha::duel
