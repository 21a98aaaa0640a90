// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/quantities.hpp"

#include <algorithm>
#include <cmath>

/// The dates at which sleeps of SimGrid end, to the last digit. A model that advances without SimGrid
/// computes its dates here.
namespace malha::sleep_dates {

inline constexpr Seconds precision = 1e-9; ///< surf/precision, see make_engine

/// The end that SimGrid plans for a sleep from `now` until a later date.
inline Seconds planned_end(Seconds now, Seconds until) { return now + std::max(until - now, precision); }
/// The date of the clock after it has moved from `now` to the planned end of a sleep.
inline Seconds reached(Seconds now, Seconds end) { return now + (end - now); }
/// Whether a sleep with this planned end is over. Sleeps whose ends are close are over at one date.
inline bool is_over(Seconds end, Seconds now) { return end <= now || std::abs(end - now) < precision; }

} // namespace malha::sleep_dates
