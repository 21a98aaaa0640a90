// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

namespace malha {

/// The date of the simulation that this process runs. It is the date of SimGrid, unless an actor has looked
/// ahead: an actor that is alone goes to its next date without SimGrid, which costs next to nothing. Whoever
/// wants to know the date of the run asks this clock.
class RunClock {
public:
  Seconds now() const;
  /// Goes to that date without SimGrid. Until then nobody else may be able to act. The clock then shows what
  /// SimGrid's would show after a sleep until that date, to the last digit.
  void look_ahead(Seconds date);
  /// The same, for a sleep that has begun before and has this planned end (sleep_dates.hpp).
  void look_ahead_to_end(Seconds end);
  /// Brings SimGrid to the date of this clock. The actor that has looked ahead calls it before it sleeps.
  void catch_up();

private:
  /// The date of the run while SimGrid stands at that one.
  Seconds date_while(Seconds simgrid) const;
  void go_ahead(Seconds simgrid, Seconds from, Seconds end);

  Seconds left_at_ = -1; ///< the date of SimGrid when the actor looked ahead
  Seconds ahead_ = 0;    ///< the date of the run, as long as SimGrid stands there
};

extern RunClock run_clock;

} // namespace malha
