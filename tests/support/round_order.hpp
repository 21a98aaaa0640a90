// SPDX-License-Identifier: MIT
#pragma once
#include "actors/model/agenda.hpp"

#include <stdexcept>
#include <string>

namespace malha::testing {

/// Holds the rounds of a model to the order of Event::Kind: in each, what is heard of one kind comes before
/// what is heard of the next.
class RoundOrder {
public:
  /// Throws std::logic_error when something of a later kind was heard in this round.
  void heard(Event::Kind kind) {
    if (!decides_ && kind < last_)
      throw std::logic_error("a round takes what is of kind " + std::to_string(kind) +
                             " behind what is of kind " + std::to_string(last_));
    last_ = kind;
  }
  /// The rest of the round is what the policy wants.
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
