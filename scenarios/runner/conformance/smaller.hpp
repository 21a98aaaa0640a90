// SPDX-License-Identifier: MIT
#pragma once
#include "json.hpp"

#include <functional>

namespace malha::conformance {

/// The smallest value that was found, from `start` on, which still shows something. Parts of lists and
/// members of objects are left out, and numbers go towards 0, one after the other, for as long as `shows`
/// says yes. `most` is how often it may be asked. `start` must show it.
Json smaller(Json start, const std::function<bool(const Json&)>& shows, int most);

} // namespace malha::conformance
