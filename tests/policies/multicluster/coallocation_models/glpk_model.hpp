// SPDX-License-Identifier: MIT
#pragma once
#include "reference.hpp"

namespace malha::testing {

/// The least run time as a mixed-integer program that GLPK solves (M-CISNE, equations 4.17 to 4.19); nothing
/// where there is no allocation. The use of a channel is quadratic in the tasks of its cluster. So a cluster
/// has a binary for each number of tasks, exactly one of which is 1.
std::optional<Seconds> least_time_of_glpk(const test::HandMadeClusters& instance,
                                          const reference_coallocation::Goal& goal);

} // namespace malha::testing
