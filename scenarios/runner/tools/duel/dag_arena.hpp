// SPDX-License-Identifier: MIT
#pragma once
#include "arena.hpp"

#include <nlohmann/json_fwd.hpp>

namespace malha::duel {

/// Two brokers that follow the plans of planners: one workflow on machines of different speeds, in the model
/// of broker/broker. A task has up to two parents; data of 1 B take 1 s between any two machines.
class DagArena : public Arena {
public:
  /// Throws InputError if a side has something that the model does not have alone.
  DagArena(const std::vector<Side>& sides, const std::string& metric, const Bounds& bounds);

  void settle(Instance& instance) const override;
  std::optional<double> value(std::size_t side, const Instance& instance) const override;
  Settings settings(const Instance& instance) const override;
  std::string workload_text(const Instance& instance) const override;
  std::string workload_file() const override { return "worst.json"; }
  std::int64_t first_number() const override { return 0; }
  std::string number_text(const Row& row, std::size_t job, std::size_t column) const override;
  std::string words(const Instance& instance) const override;

private:
  const std::vector<const PlacedActor*> brokers_; ///< of each side
};

/// Whether a broker follows plans.
bool follows_plans(const Side& side);

} // namespace malha::duel
