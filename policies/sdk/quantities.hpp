// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <limits>

namespace malha {

using Seconds = double;
using Flops = double;          ///< amount of computation
using FlopsPerSecond = double; ///< computing power
using Bytes = double;
using Watts = double;
using Joules = double;

inline constexpr Seconds never = std::numeric_limits<Seconds>::infinity(); ///< a date that does not come

using JobId = std::int64_t;  ///< unique in a workload
using TaskId = std::int64_t; ///< unique in a run, over all jobs, in order of submission

} // namespace malha
