// SPDX-License-Identifier: MIT
#pragma once
#include <functional>

namespace malha::page {

/// Receives from time to time the share of the work that is done, from 0 to 1; may be empty.
using ShareDone = std::function<void(double)>;

} // namespace malha::page
