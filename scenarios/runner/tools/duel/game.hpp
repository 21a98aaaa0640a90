// SPDX-License-Identifier: MIT
#pragma once
#include "instance.hpp"

#include <optional>

namespace malha::duel {

/// What two sides play: instances, and what one side loses on each against the other.
class Game {
public:
  virtual ~Game() = default;
  virtual const Space& space() const = 0;
  /// Brings an instance whose numbers lie in the space into the one form that it is known by, such as the
  /// order of dates. It stays in the space. What is settled stays as it is.
  virtual void settle(Instance& instance) const = 0;
  /// How many times worse the first side is than the second; nothing where that says nothing, such as 0 / 0.
  virtual std::optional<double> ratio(const Instance& instance) const = 0;
};

} // namespace malha::duel
