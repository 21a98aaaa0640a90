// SPDX-License-Identifier: MIT
#pragma once
#include "bag_player.hpp"

#include <array>

namespace malha::duel {

/// Two brokers or tuple spaces: tasks of one resource each on machines of different speeds. Each side plays
/// in the model of its own architecture.
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
  std::array<std::unique_ptr<BagPlayer>, 2> players_; ///< of each side
};

} // namespace malha::duel
