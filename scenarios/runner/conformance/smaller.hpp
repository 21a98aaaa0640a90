// SPDX-License-Identifier: MIT
#pragma once
#include "json.hpp"

#include <functional>

namespace malha::conformance {

/// Shrinks a value while `shows` holds: leaves out parts of lists and members of objects, and moves numbers
/// towards 0, one after the other. `shows` is called at most `most` times, and must hold for `start`.
Json smaller(Json start, const std::function<bool(const Json&)>& shows, int most);

} // namespace malha::conformance
