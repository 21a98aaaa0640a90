// SPDX-License-Identifier: MIT
#pragma once
#include "search.hpp"

namespace malha::duel {

/// The least instance that is found from this one by steps which each leave a ratio of at least `least`:
/// rows are removed, then numbers are made simpler. A number is simpler that is nearer to its column's
/// simplest value, or has fewer digits before its trailing zeros. No single step goes further.
Found shrunk(const Game& game, const Found& found, double least);

} // namespace malha::duel
