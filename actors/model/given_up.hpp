// SPDX-License-Identifier: MIT
#pragma once
#include <stdexcept>

namespace malha {

/// Thrown by an actor whose run can never be completed. The run stops at once with the status `not_ended`,
/// and its message says why.
struct GivenUp : std::runtime_error {
  using std::runtime_error::runtime_error;
};

} // namespace malha
