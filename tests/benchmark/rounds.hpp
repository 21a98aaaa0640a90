// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>

namespace malha::overhead {

/// Of each pattern, where nothing else is said.
constexpr int usual_rounds = 15;
constexpr std::int64_t usual_operations = 100'000;
/// Fewer say too little about a ratio to be recorded.
constexpr int least_rounds = 9;

} // namespace malha::overhead
