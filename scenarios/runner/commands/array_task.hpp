// SPDX-License-Identifier: MIT
#pragma once
#include <utility>

namespace malha {

/// The number of this task in its Slurm array. Throws InputError if the command runs in no such task.
int array_index();

/// The place of this task among those of its Slurm array, from 1, and the number of them. Throws InputError
/// if the command runs in no such task, or if the array has holes, so that the place is unknown.
std::pair<int, int> shard_of_array();

} // namespace malha
