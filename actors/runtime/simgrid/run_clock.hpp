// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

namespace malha {

/// Simulated time of the run. Use this, not `Engine::get_clock()`: actors may have run ahead of SimGrid. An
/// actor that is alone goes to its next date without SimGrid, which costs next to nothing.
class RunClock {
public:
  Seconds now() const;
  /// Goes to that date without SimGrid. No other actor may be able to act until then. The clock then shows
  /// what SimGrid's would show after a sleep until that date, to the last digit.
  void look_ahead(Seconds date);
  /// Goes to the end of a sleep that has begun before and has this planned end (sleep_dates.hpp).
  void look_ahead_to_end(Seconds end);
  /// Brings SimGrid to the date of this clock. The actor that has looked ahead calls it before it sleeps.
  void catch_up();

private:
  /// The date of the run while SimGrid stands at `simgrid`.
  Seconds date_while(Seconds simgrid) const;
  void go_ahead(Seconds simgrid, Seconds from, Seconds end);

  Seconds left_at_ = -1; ///< the date of SimGrid when the actor looked ahead
  Seconds ahead_ = 0;    ///< the date of the run, as long as SimGrid stands there
};

extern RunClock run_clock;

} // namespace malha
