// SPDX-License-Identifier: MIT
#pragma once
#include <stdexcept>

namespace malha {

/// What an actor throws when its run can never be completed. The run ends at once, as one that has not ended,
/// and its message says why.
struct GivenUp : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace malha
