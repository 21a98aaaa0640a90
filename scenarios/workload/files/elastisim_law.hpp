// SPDX-License-Identifier: MIT
#pragma once
#include "policies/sdk/speedup.hpp"

namespace malha::elastisim {

/// The law of speed-up that has these run times, each above 0, on `least` nodes, on one node more, and so on.
/// It is linear, Amdahl's or a power, with the fewest digits, where that gives all of them to 13 digits;
/// otherwise a table of them.
SpeedUp law_of(int least, const std::vector<Seconds>& times);

} // namespace malha::elastisim
