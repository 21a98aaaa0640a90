// SPDX-License-Identifier: MIT
#include "array_task.hpp"

#include "policies/sdk/errors.hpp"
#include "policies/sdk/numbers.hpp"

#include <cstdlib>

namespace malha {
namespace {

/// What the environment says of the array, as a number.
int of_array(const std::string& what) {
  const auto name = "SLURM_ARRAY_TASK_" + what;
  const char* value = std::getenv(name.c_str());
  if (value == nullptr)
    throw InputError("--shard array: " + name +
                     " is not set, so this is no task of a Slurm array; valid: a script that sbatch --array "
                     "starts, or --shard I/N");
  const auto number = parse_number<int>(value);
  if (!number)
    throw InputError("--shard array: " + name + " is '" + value +
                     "', which is no number; valid: --shard I/N");
  return *number;
}

} // namespace

int array_index() { return of_array("ID"); }

std::pair<int, int> shard_of_array() {
  const int index = of_array("ID"), first = of_array("MIN"), last = of_array("MAX"),
            count = of_array("COUNT");
  if (last - first + 1 != count || index < first || index > last)
    throw InputError("--shard array: the array has " + std::to_string(count) + " tasks from " +
                     std::to_string(first) + " to " + std::to_string(last) +
                     ", with holes; valid: --shard array/N, where tasks are numbered from 1 to N");
  return {index - first + 1, count};
}

} // namespace malha
