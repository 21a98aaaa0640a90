// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/agenda.hpp"

#include <stdexcept>
#include <string>

namespace malha::testing {

/// Checks that a model keeps the order of Event::Kind: in each round, it takes everything of one kind before
/// anything of the next.
class RoundOrder {
public:
  /// Notes that something of this kind was heard. Throws std::logic_error when something of a later kind was
  /// heard before, in the same round.
  void heard(Event::Kind kind) {
    if (!decides_ && kind < last_)
      throw std::logic_error("a round takes what is of kind " + std::to_string(kind) +
                             " behind what is of kind " + std::to_string(last_));
    last_ = kind;
  }
  /// Notes that whatever follows in this round is the policy's decision.
  void decision_begins() { decides_ = true; }
  void round_begins() {
    decides_ = false;
    last_ = Event::end;
  }

private:
  Event::Kind last_ = Event::end;
  bool decides_ = false;
};

} // namespace malha::testing
